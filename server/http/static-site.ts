import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { APP_PAGES } from "../../shared/site.ts";
import { crawlerFiles, readPage, sendText, type PublicText } from "./public-pages.ts";

/** Written by the build: for each HTML file the `'sha256-…'` of its inline scripts. */
const hashFile = z.record(z.string(), z.array(z.string()));

export interface StaticSiteOptions {
  /** Folder of the web build: `client/` and `client-csp.json`. */
  build: string;
  /** Stands in the pages where they name themselves. */
  publicUrl: string;
}

/** Addresses that are never a page, whatever a request says it accepts. */
const API = /^\/(?:auth|rest|storage|functions)\/v1(?:[/?]|$)|^\/(?:webhooks|audio-cors-proxy)\b/;

const SPA_FALLBACK = "/__spa-fallback.html";
const NOT_FOUND_PAGE = "/404";

/**
 * The policy of one HTML file: scripts from our own files or by hash, nothing else executes (docs/security.md#the-model). Radix
 * positions its layers with inline styles, so the app's file alone allows them; marketing pages do not.
 */
function contentSecurityPolicy(hashes: readonly string[], inlineStyles: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.map((hash) => `'${hash}'`).join(" ")}`.trimEnd(),
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** `/about/index.html` is the page at `/about`. */
const addressOf = (file: string): string => file.replace(/\/?index\.html$/, "") || "/";

/**
 * Serves the built web app: the prerendered pages with their public address, the app's file at the app's own addresses, precompressed
 * files, and for everything else a page that says so, with status 404. Each HTML file has a policy of its own.
 */
export function staticSite({ build, publicUrl }: StaticSiteOptions): FastifyPluginAsync {
  const root = join(build, "client");
  return async (app) => {
    const hashes = hashFile.parse(JSON.parse(await readFile(join(build, "client-csp.json"), "utf8")));
    const sendPage = (request: FastifyRequest, reply: FastifyReply, { file, text }: { file: string; text: PublicText }) =>
      sendText(
        request,
        reply.header("content-security-policy", contentSecurityPolicy(hashes[file] ?? [], file === SPA_FALLBACK)),
        text,
      );
    const htmlFiles = await Promise.all(
      Object.keys(hashes).map(async (file) => ({ address: addressOf(file), file, text: await readPage(root, file, publicUrl) })),
    );
    const fallback = htmlFiles.find(({ file }) => file === SPA_FALLBACK);
    const missing = htmlFiles.find(({ address }) => address === NOT_FOUND_PAGE);
    const pages = htmlFiles.filter((page) => page !== fallback && page !== missing);

    for (const page of pages) {
      app.get(page.address, (request, reply) => sendPage(request, reply, page));
      // One address for each page: links and search engines find no second one.
      for (const other of page.address === "/" ? [page.file] : [page.file, `${page.address}/`])
        app.get(other, (_, reply) => reply.redirect(page.address, 301));
    }
    const crawlers = await crawlerFiles(
      pages.map(({ address }) => address),
      publicUrl,
    );
    for (const [address, text] of Object.entries(crawlers)) app.get(address, (request, reply) => sendText(request, reply, text));
    if (fallback)
      for (const page of APP_PAGES)
        for (const address of [page, `${page}/`]) app.get(address, (request, reply) => sendPage(request, reply, fallback));

    await app.register(staticFiles, {
      root,
      preCompressed: true,
      redirect: false,
      // Each file has a route, and what has none is answered by the room that it was asked of, which a route for all would hide.
      wildcard: false,
      // What stands at its address above is not to be had by its file's name, nor is a file that has been compressed ahead.
      globIgnore: ["**/*.html", "**/*.br", "**/*.gz"],
      // Files with a hash in their name never change; the rest are asked for again each time.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const name = relative(root, path).split(sep).join("/");
        reply.header("cache-control", name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    app.setNotFoundHandler((request, reply) => {
      const isPage =
        !API.test(request.url) &&
        (request.method === "GET" || request.method === "HEAD") &&
        (request.headers.accept ?? "").includes("text/html");
      reply.status(404);
      if (!isPage || !missing) return reply.send({ code: "not_found", message: "Not found" });
      return sendPage(request, reply, missing);
    });
  };
}
