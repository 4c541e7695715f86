import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import staticFiles from "@fastify/static";
import { isApiPath } from "@lampstand/supabase-server";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { APP_PAGES, OFFLINE_PAGE, PRERENDERED_SCREENS } from "../../shared/site.ts";
import { crawlerFiles, readPage, sendText, type PublicText } from "./public-pages.ts";

/** Written by the build: for each HTML file the `'sha256-…'` of its inline scripts and style sheets. */
const pageHashes = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });
const hashFile = z.record(z.string(), pageHashes);
type PageHashes = z.infer<typeof pageHashes>;

export interface StaticSiteOptions {
  /** Folder of the web build: `client/` and `client-csp.json`. */
  build: string;
  /** Put into the pages in place of `PUBLIC_URL_PLACEHOLDER`. */
  publicUrl: string;
}

interface Page {
  address: string;
  file: string;
  text: PublicText;
}

/** Whether an unknown path gets an API's 404, also if the request accepts HTML. */
const isForPrograms = (url: string): boolean => isApiPath(url) || /^\/(?:webhooks|audio-cors-proxy)\b/.test(url);

const SPA_FALLBACK = "/__spa-fallback.html";
const NOT_FOUND_PAGE = "/404";
/** It fetches from this origin, and loads no further script. */
const SERVICE_WORKER = "service-worker.js";

const quoted = (sources: readonly string[]): string => sources.map((source) => ` '${source}'`).join("");

/**
 * The policy of one HTML file: only scripts from our own files or with a known hash run (docs/security.md#the-model). Inline styles of any
 * text are allowed in the app's files only, where Radix positions its layers with them.
 */
function contentSecurityPolicy({ scripts, styles }: PageHashes, isApp: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scripts)}`,
    // A hash would turn 'unsafe-inline' off.
    `style-src 'self'${quoted(isApp ? ["unsafe-inline"] : styles)}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const isPrerenderedScreen = (address: string): boolean => PRERENDERED_SCREENS.some((screen) => screen === address);

/** Answer to a form that a browser sent by itself: only the page's script may send what was typed (docs/security.md#the-model). */
const FORM_REFUSAL =
  "Nothing was read and nothing was kept. This form works only with the page's script, which had not loaded. Please go back and try again.";

/** `/about/index.html` is the page at `/about`. */
const addressOf = (file: string): string => file.replace(/\/?index\.html$/, "") || "/";

/**
 * Serves the built web app: the prerendered pages, the single-page fallback at the app's own paths, precompressed files, and a page with
 * status 404 for everything else. Each HTML file has its own content security policy.
 */
export function staticSite({ build, publicUrl }: StaticSiteOptions): FastifyPluginAsync {
  const root = join(build, "client");
  return async (app) => {
    const hashes = hashFile.parse(JSON.parse(await readFile(join(build, "client-csp.json"), "utf8")));
    function sendPage(request: FastifyRequest, reply: FastifyReply, { address, file, text }: Page) {
      const isApp = file === SPA_FALLBACK || isPrerenderedScreen(address);
      reply.header("content-security-policy", contentSecurityPolicy(hashes[file] ?? { scripts: [], styles: [] }, isApp));
      return sendText(request, reply, text);
    }
    const htmlFiles = await Promise.all(
      Object.keys(hashes).map(async (file) => ({ address: addressOf(file), file, text: await readPage(root, file, publicUrl) })),
    );
    const fallback = htmlFiles.find(({ file }) => file === SPA_FALLBACK);
    const missing = htmlFiles.find(({ address }) => address === NOT_FOUND_PAGE);
    const pages = htmlFiles.filter((page) => page !== fallback && page !== missing);

    for (const page of pages) {
      app.get(page.address, (request, reply) => sendPage(request, reply, page));
      // Other forms of the path redirect to the canonical one.
      for (const other of page.address === "/" ? [page.file] : [page.file, `${page.address}/`])
        app.get(other, (_, reply) => reply.redirect(page.address, 301));
    }
    // Answered before the body is read.
    const refuseForm = async (_: FastifyRequest, reply: FastifyReply) =>
      reply.status(405).headers({ allow: "GET, HEAD", "cache-control": "no-store" }).type("text/plain").send(FORM_REFUSAL);
    for (const { address } of pages) if (isPrerenderedScreen(address)) app.post(address, { onRequest: refuseForm }, refuseForm);

    const crawlers = crawlerFiles(
      pages.flatMap(({ address }) => (isPrerenderedScreen(address) || address === OFFLINE_PAGE ? [] : [address])),
      publicUrl,
    );
    for (const [address, text] of Object.entries(crawlers)) app.get(address, (request, reply) => sendText(request, reply, text));
    if (fallback)
      for (const page of APP_PAGES.filter((address) => !isPrerenderedScreen(address)))
        for (const address of [page, `${page}/`]) app.get(address, (request, reply) => sendPage(request, reply, fallback));

    await app.register(staticFiles, {
      root,
      preCompressed: true,
      redirect: false,
      // A route for each file: a wildcard route would take the 404s of other plugins' paths.
      wildcard: false,
      // Pages have their routes above; compressed files are sent in place of the plain ones (`preCompressed`).
      globIgnore: ["**/*.html", "**/*.br", "**/*.gz"],
      // Set by `setHeaders`: files with a hash in their name never change, the rest are revalidated each time.
      cacheControl: false,
      setHeaders: (reply, path) => {
        const name = relative(root, path).split(sep).join("/");
        reply.header("cache-control", name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache");
        if (name === SERVICE_WORKER) reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
      },
    });
    app.setNotFoundHandler((request, reply) => {
      const isPage =
        !isForPrograms(request.url) &&
        (request.method === "GET" || request.method === "HEAD") &&
        (request.headers.accept ?? "").includes("text/html");
      reply.status(404);
      if (!isPage || !missing) return reply.send({ code: "not_found", message: "Not found" });
      return sendPage(request, reply, missing);
    });
  };
}
