import { readFileSync } from "node:fs";

/** The rows of the table of docs/product.md#functions. */
export function functionsTable(): { name: string; who: string; body: string; refusals: string }[] {
  const text = readFileSync(new URL("../../docs/product.md", import.meta.url), "utf8");
  const [section = ""] = text.split("\n### Functions\n")[1]?.split("\n### ") ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(2).map((row) => {
    const [, name = "", who = "", body = "", , refusals = ""] = row.split("|").map((cell) => cell.trim());
    return { name, who, body, refusals };
  });
}
