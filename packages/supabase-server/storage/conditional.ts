import type { IncomingHttpHeaders } from "node:http";

const weak = (etag: string): string => etag.replace(/^W\//, "");

// HTTP dates have no fraction of a second.
const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Whether the caller's copy is still the current one; If-None-Match wins over If-Modified-Since (RFC 9110 section 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, modified?: Date): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => weak(tag.trim()) === weak(etag));
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modified !== undefined && !Number.isNaN(since) && inSeconds(modified) <= inSeconds(new Date(since));
}

/** Whether a range may be answered: without If-Range, or when it names exactly the current bytes (RFC 9110 section 13.1.5). */
export function rangeStillFits(headers: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  const condition = headers["if-range"];
  if (typeof condition !== "string") return true;
  if (condition.startsWith('"')) return condition === etag;
  return inSeconds(new Date(condition)) === inSeconds(modified);
}
