import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

/** Written by the build: for each HTML file the `'sha256-…'` of its inline scripts. */
const hashFile = z.record(z.string(), z.array(z.string()));

export interface StaticSiteOptions {
  /** Folder of the web build: `client/` and `client-csp.json`. */
  build: string;
}

/** Addresses that are never a page, whatever a request says it accepts. */
const API = /^\/(?:auth|rest|storage|functions)\/v1(?:[/?]|$)|^\/(?:webhooks|audio-cors-proxy)\b/;

const FALLBACK = "__spa-fallback.html";

/**
 * The policy of one HTML file: scripts from our own files or by hash, nothing else executes (design: 'Nothing executes'). Radix
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

/** Serves the built web app: precompressed files, one policy for each HTML file, and the app's file for every other page. */
export function staticSite(options: StaticSiteOptions): FastifyPluginAsync {
  const root = join(options.build, "client");
  return async (app) => {
    const hashes = hashFile.parse(JSON.parse(await readFile(join(options.build, "client-csp.json"), "utf8")));
    const policyOf = (file: string): string => {
      const name = relative(root, file.replace(/\.(br|gz)$/, ""))
        .split(sep)
        .join("/");
      return contentSecurityPolicy(hashes[`/${name}`] ?? hashes[name] ?? [], name === FALLBACK);
    };
    await app.register(staticFiles, {
      root,
      preCompressed: true,
      redirect: false,
      dotfiles: "deny",
      // Files with a hash in their name never change; pages and the rest are asked for again each time.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isAsset = relative(root, path).startsWith(`assets${sep}`);
        reply.header("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
        if (/\.html(\.br|\.gz)?$/.test(path)) reply.header("content-security-policy", policyOf(path));
      },
    });
    app.setNotFoundHandler((request, reply) => {
      const isPage =
        !API.test(request.url) &&
        (request.method === "GET" || request.method === "HEAD") &&
        (request.headers.accept ?? "").includes("text/html");
      if (!isPage) return reply.status(404).send({ code: "not_found", message: "Not found" });
      return reply.sendFile(FALLBACK);
    });
  };
}
