import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** Where texts stand that people read. */
const PLACES = [
  "web/**/*.{ts,tsx}",
  "shared/messages/*.ts",
  "server/**/*letter{,s}.ts",
  "packages/supabase-server/auth/{mail-templates,notice-letters}.ts",
  // What the functions refuse is shown as it is.
  "server/{account,billing,contact,endpoints,exports,giving,podcast,sermons}/**/*.ts",
];

/** Words and forms that docs/voice-and-words.md rules out, each with what to say instead. */
const RULES: readonly [RegExp, string][] = [
  [/\be-mails?\b/i, "say email"],
  [/\b(?:an?|the|this|that|new|our|your|each|last|mail) mails?\b(?! server)|\bmail address/i, "say email"],
  [/\b(?:a|the) letter\b/i, "say email"],
  [/\b(?:narration|voice-over)\b/i, "say recording"],
  [/\bphotos?\b/i, "say picture"],
  [/\bcredits\b/i, "say minutes"],
  [/\bAI\b/, "say what is true with and without a model"],
  [/\b(?:daily|unlimited)\b/i, "say whenever you want one, or one in each 24 hours"],
  [/\bsermon (?:text )?generator\b/i, "name the product"],
  [/\b(?:effortless|seamless|supercharge|hurry up|act now|don[’']t miss|last chance)/i, "do not push"],
  [/\b(?:oops|whoops|uh-oh)\b/i, "say what happened"],
  [/\bclick here\b/i, "name where the link leads"],
  [/\b(?:utili[sz]e|leverage|in order to)\b/i, "say it plainly"],
  [/\p{L}!(?:\s|$)/u, "no exclamation marks"],
  [/\p{L} — \p{L}/u, "no dash between clauses"],
];

/** Texts that others rely on word for word, which break a rule. */
const FIXED = new Set([
  "Welcome back!",
  "Uplifting AI Sermons",
  "AI-Powered Brilliance",
  "AI-Powered Sermons",
  "AI-Powered Generation",
  "AI Generation",
  "Daily Sermon",
  "Daily limit reached.",
  "Daily limit reached. Try again tomorrow.",
]);

/** The literal texts of a file, without imports and class names. */
function textsOf(source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText(source) === "className") return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push(node.text);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

/** The problems of the texts in one file. */
export function problemsOf(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  return textsOf(source).flatMap((text) =>
    FIXED.has(text) ? [] : RULES.filter(([rule]) => rule.test(text)).map(([, advice]) => `${file}: "${text}" (${advice})`),
  );
}

/** Checks the texts of the screens and mails against the rules that a program can see. */
export async function checkWords(): Promise<string[]> {
  const problems: string[] = [];
  for await (const file of glob(PLACES, { cwd: ROOT })) {
    if (!/\.test\.tsx?$/.test(file)) problems.push(...problemsOf(file, await readFile(join(ROOT, file), "utf8")));
  }
  return problems;
}
