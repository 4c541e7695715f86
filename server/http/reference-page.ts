import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { referenceHtml, STYLE_HASH } from "../reference/html.ts";
import { publicText, sendText } from "./public-pages.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'self' '${STYLE_HASH}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The stylesheet of the built web app: its name has a hash. */
export async function stylesheetOf(build: string): Promise<string | null> {
  const page = await readFile(join(build, "client/__spa-fallback.html"), "utf8").catch(() => "");
  return /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"/.exec(page)?.[1] ?? null;
}

/** GET /docs/api: the reference of the functions. No script; public, as it tells nothing that the program does not answer. */
export function referencePage({ stylesheet }: { stylesheet: string | null }): FastifyPluginAsync {
  return async (app) => {
    const text = publicText("text/html; charset=utf-8", referenceHtml(stylesheet));
    app.get("/docs/api", (request, reply) =>
      sendText(request, reply.header("content-security-policy", CONTENT_SECURITY_POLICY), text),
    );
    app.get("/docs/api/", (_request, reply) => reply.redirect("/docs/api", 301));
  };
}
