import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { SandboxError } from "../error.ts";
import { closedPage, send, type PagesOptions } from "./answer.ts";
import { checkoutRoutes } from "./checkout-routes.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { panelRoutes } from "./panel-routes.ts";
import { portalRoutes } from "./portal-routes.ts";

/**
 * CSRF check, as the panel needs no login: browsers send Fetch Metadata or at least an Origin header. Requests with neither are not from a
 * browser and are allowed.
 */
function comesFromElsewhere(request: FastifyRequest, pagesUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  const origin = request.headers.origin;
  return origin !== undefined && origin !== new URL(pagesUrl).origin && origin !== `${request.protocol}://${request.host}`;
}

/** Repeated fields, such as checkboxes, become arrays. NUL is removed, which PostgreSQL can't store. */
function parseBody(body: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(body.replaceAll("%00", ""));
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first = "", ...more] = fields.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** Hosted checkout, customer portal, hosted invoices, and the control panel at the root. Everything works without scripts. */
export function pageRoutes(options: PagesOptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16_384 },
      (_request, body, done) => done(null, parseBody(String(body))),
    );
    app.addHook("preHandler", async (request, reply) => {
      if (Object.values(request.params as Record<string, string>).some((part) => part.includes("\0")))
        return send(reply, { status: 404, page: closedPage("No such page", "The address is not complete.", null) });
      if (request.method === "POST" && comesFromElsewhere(request, options.pagesUrl)) {
        return send(reply, { status: 403, page: closedPage("Refused", "This form was sent by another site.", null) });
      }
    });
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof SandboxError)
        return send(reply, {
          status: error.status,
          page: closedPage("That can't be done", error.message, `${options.pagesUrl}/`),
        });
      throw error;
    });
    for (const register of [checkoutRoutes, portalRoutes, invoiceRoutes, panelRoutes]) register(app, options);
  };
}
