/**
 * A request's address, with a path that can't be decoded (`/100%`, `/%ff`) taken as it stands: there is nothing at it, and whoever asks is
 * told so like anybody else. The framework would answer it before any of our headers are set, quoting it.
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
