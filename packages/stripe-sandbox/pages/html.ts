/** Markup that is safe to send: everything put into it by `html` was escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Part[] | null | false;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function render(part: Part): string {
  if (part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Escapes every value for text and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, i) => string + render(parts[i] ?? null)).join(""));
}
