import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PUBLIC_URL_PLACEHOLDER } from "../../shared/site.ts";

type Coding = "br" | "gzip" | "identity";

/** A text that contains the site's public URL. */
export interface PublicText {
  type: string;
  /** The text in a content coding. Compressed when it is first asked for: a start would wait long for all pages in each coding. */
  body: (coding: Coding) => Promise<Buffer>;
  etag: string;
}

const compress: Record<Coding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (text) => promisify(gzip)(text),
  identity: async (text) => text,
};

export function publicText(type: string, text: string): PublicText {
  const identity = Buffer.from(text);
  const bodies = new Map<Coding, Promise<Buffer>>();
  const body = (coding: Coding): Promise<Buffer> => {
    const known = bodies.get(coding) ?? compress[coding](identity);
    bodies.set(coding, known);
    return known;
  };
  return { type, body, etag: createHash("sha256").update(identity).digest("base64url").slice(0, 22) };
}

/** Reads a built page and puts the public URL in place of its placeholder. */
export async function readPage(root: string, file: string, publicUrl: string): Promise<PublicText> {
  const html = await readFile(join(root, file), "utf8");
  return publicText("text/html; charset=utf-8", html.replaceAll(PUBLIC_URL_PLACEHOLDER, publicUrl));
}

/** `/sitemap.xml` (https://www.sitemaps.org/protocol.html) and `/robots.txt` (RFC 9309). */
export function crawlerFiles(addresses: readonly string[], publicUrl: string): Record<string, PublicText> {
  const places = addresses.map((address) => `<url><loc>${publicUrl}${address}</loc></url>`).join("\n");
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places}
</urlset>
`;
  const robots = ["User-agent: *", "Disallow: /admin", "Disallow: /inbox", "Disallow: /sandbox/", "Allow: /", ""].join("\n");
  return {
    "/sitemap.xml": publicText("application/xml; charset=utf-8", sitemap),
    "/robots.txt": publicText("text/plain; charset=utf-8", `${robots}\nSitemap: ${publicUrl}/sitemap.xml\n`),
  };
}

/** The content coding for an Accept-Encoding header (RFC 9110, section 12.5.3). */
function codingFor(accepted = ""): Coding {
  const takes = (coding: Coding): boolean =>
    accepted.split(",").some((part) => {
      const [name, ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return name === coding && Number(quality ?? 1) > 0;
    });
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

/** Sends a text, or 304 if `If-None-Match` has its ETag. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, text: PublicText): Promise<FastifyReply> {
  const acceptEncoding = request.headers["accept-encoding"];
  const coding = codingFor(Array.isArray(acceptEncoding) ? acceptEncoding.join() : acceptEncoding);
  const etag = `"${text.etag}-${coding}"`;
  reply.headers({ "cache-control": "no-cache", etag, vary: "accept-encoding" });
  if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
  if (coding !== "identity") reply.header("content-encoding", coding);
  return reply.type(text.type).send(await text.body(coding));
}
