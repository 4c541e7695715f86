import { expect, test } from "vitest";
import { parseSelect, type SelectNode } from "./select.ts";

const show = (node: SelectNode): string => {
  if (node.kind === "all") return "ALL";
  const alias = node.alias === null ? "" : `${node.alias} = `;
  if (node.kind === "relation")
    return `${alias}${node.target}!${node.hint}${node.inner ? "!inner" : ""}[${node.select.map(show).join(" ")}]`;
  const field = node.kind === "count" ? { name: "COUNT", path: [] } : node.field;
  const steps = field.path.map((step) => `${step.arrow}${step.operand}`).join("");
  return `${alias}${field.name}${steps}${node.cast === null ? "" : ` as ${node.cast}`}`;
};

test.each([
  ["*", ["ALL"]],
  ["", []],
  ["id,title", ["id", "title"]],
  ["id, title", ["id", "title"]],
  ["*,id", ["ALL", "id"]],
  ["no:id", ["no = id"]],
  ["id::text", ["id as text"]],
  ["no:id::double precision", ["no = id as double precision"]],
  ["data->a->>0", ["data->a->>0"]],
  ["x:data->a::int", ["x = data->a as int"]],
  ['"a:b":"c,d"', ["a:b = c,d"]],
  ["authors(*)", ["authors!null[ALL]"]],
  ["authors()", ["authors!null[]"]],
  ["author:authors!books_author_fkey(id,name)", ["author = authors!books_author_fkey[id name]"]],
  ["authors!inner(id),id", ["authors!null!inner[id]", "id"]],
  ["authors!left(id)", ["authors!null[id]"]],
  ["a:authors!fk!inner(id)", ["a = authors!fk!inner[id]"]],
  ["a:authors!inner!fk(id)", ["a = authors!fk!inner[id]"]],
  ["count,sum", ["count", "sum"]],
  ["count()", ["COUNT"]],
  ["n:count()::text", ["n = COUNT as text"]],
  ["a(count),b(n:count())", ["a!null[count]", "b!null[n = COUNT]"]],
  ["a(b(c),d)", ["a!null[b!null[c] d]"]],
])("select=%s", (text, expected) => {
  expect(parseSelect(text).map(show)).toEqual(expected);
});

test.each([
  ["id,", "PGRST100"],
  [",id", "PGRST100"],
  ["id title)", "PGRST100"],
  ["id::", "PGRST100"],
  ["id::text(3)", "PGRST100"],
  ["id::text[]", "PGRST100"],
  ["a:*", "PGRST100"],
  ["a:b:c", "PGRST100"],
  ["authors(id", "PGRST100"],
  ["authors->x(id)", "PGRST100"],
  ["id;select 1", "PGRST100"],
  ["id--", "PGRST100"],
  ["id/**/", "PGRST100"],
  [Array(101).fill("id").join(","), "PGRST100"],
  ["a(b(c(d)))", "PGRST127"],
  ["...a(b)", "PGRST127"],
  ["a(...b(c))", "PGRST127"],
  ["id.count()", "PGRST123"],
  ["price.sum()", "PGRST123"],
  ["a(price.avg())", "PGRST123"],
])("select=%s is refused", (text, code) => {
  expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code }));
});

test("an error contains its position", () => {
  expect(() => parseSelect("id,clients(name[])")).toThrow(
    '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
  );
});
