/** The title in lower case, joined by dashes, without characters that file systems reject (docs/product.md#downloading-and-sharing). */
export function fileName(title: string, extension: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
  return `${name || "sermon"}.${extension}`;
}
