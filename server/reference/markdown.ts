import type { FormReference } from "./describe-schema.ts";
import { COMMON_REFUSALS } from "./notes.ts";
import { describeFunctions, exampleCode, type FunctionReference } from "./reference.ts";
import { INTRODUCTION } from "./introduction.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

function fields(forms: FormReference[], nothing: string): string {
  const parts = forms.map((form) =>
    form.length === 0
      ? nothing
      : table(
          ["Field", "", "Value"],
          form.map(({ name, isRequired, type }) => [`\`${name}\``, isRequired ? "" : "optional", type]),
        ),
  );
  return parts.join("\n\nor\n\n");
}

function section(call: FunctionReference): string {
  const answer = call.answer.length === 0 ? `The content type is \`${call.streams}\`.` : fields(call.answer, "An empty object.");
  return [
    `## ${call.name}`,
    call.summary,
    `**Who:** ${call.who}`,
    `**How often:** ${call.limits}.`,
    ...(call.remarks?.length ? [call.remarks.map((remark) => `- ${remark}`).join("\n")] : []),
    "**Body**",
    fields(call.body, "An empty object."),
    "**Answer**",
    answer,
    ...(call.refusals.length
      ? [`**Refusals:** ${call.refusals.map((refusal) => `\`${refusal}\``).join(", ")}, and the common ones.`]
      : []),
    "```js\n" + exampleCode(call) + "\n```",
  ].join("\n\n");
}

/** docs/api.md. Write it anew with `npm run docs:api`. */
export function referenceMarkdown(): string {
  const common = table(
    ["Refusal", "When"],
    COMMON_REFUSALS.map(([refusal, when]) => [`\`${refusal}\``, when]),
  );
  return `${[
    "# The functions, for whoever integrates",
    "This page is made from the definitions in `shared/endpoints/` and the notes in `server/reference/notes.ts` by `npm run docs:api`; a running program shows it at `/docs/api`. A test sends every example to a running program.",
    ...INTRODUCTION,
    "## Common refusals",
    common,
    ...describeFunctions().map(section),
  ].join("\n\n")}\n`;
}
