/**
 * Escapes the percent signs of a path that can't be decoded (`/100%`, `/%ff`), so that it gets the usual 404. Fastify itself would answer
 * with a 400 that quotes the path, before our headers are set.
 */
export function escapeMalformedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
