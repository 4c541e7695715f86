/** The title in lower case, joined by dashes (docs/product.md#downloading-and-sharing), without what file systems refuse. */
export function fileName(title: string, extension: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
  return `${name || "sermon"}.${extension}`;
}
