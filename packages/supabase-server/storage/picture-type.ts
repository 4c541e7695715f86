/** How files of these types begin (each format's own specification). Text is compared as Latin-1. */
const PICTURES: Record<string, { name: string; begins: (head: string) => boolean }> = {
  "image/png": { name: "PNG", begins: (head) => head.startsWith("\x89PNG\r\n\x1a\n") },
  "image/jpeg": { name: "JPEG", begins: (head) => head.startsWith("\xff\xd8\xff") },
  "image/gif": { name: "GIF", begins: (head) => /^GIF8[79]a/.test(head) },
  "image/webp": { name: "WebP", begins: (head) => head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" },
};

/** Whether the bytes begin as the declared type does; true for types that are not known here. */
export function beginsAs(contentType: string, body: Uint8Array): boolean {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 12)).toString("latin1");
  return PICTURES[typeOf(contentType)]?.begins(head) ?? true;
}

/** The declared type for people: "PNG picture". */
export function pictureName(contentType: string): string {
  const known = PICTURES[typeOf(contentType)];
  return known ? `${known.name} picture` : "picture that can be read";
}

const typeOf = (contentType: string): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";
