import { expect, test } from "vitest";
import { SandboxError } from "../error.ts";
import { parseForm } from "./form.ts";

test("brackets nest, and consecutive numbers are a list", () => {
  const form = parseForm(
    "mode=subscription&line_items[0][price]=p1&line_items[0][quantity]=2&line_items[1][price]=p2&metadata[a]=&expand[]=x&expand[]=y",
  );
  expect(JSON.parse(JSON.stringify(form))).toEqual({
    mode: "subscription",
    line_items: [{ price: "p1", quantity: "2" }, { price: "p2" }],
    metadata: { a: "" },
    expand: ["x", "y"],
  });
});

test("encoded brackets and plus signs mean what they mean in forms", () => {
  expect(JSON.parse(JSON.stringify(parseForm("a%5Bb%5D=1+2")))).toEqual({ a: { b: "1 2" } });
});

test("a key can't reach an object's prototype", () => {
  const form = parseForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");
  expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test.each(["[a]=1", "a[b=1", "a]b[=1", "a[1][2][3][4][5][6]=1", "=1"])("the key of %s is refused", (encoded) => {
  expect(() => parseForm(encoded)).toThrow(/Invalid parameter name/);
});

test.for([
  ["more parameters than any request has", "a[]=1&".repeat(100_000)],
  ["a deep nest", `a${"[b]".repeat(100_000)}=1`],
  ["a NUL in a value", "a=b%00"],
  ["a NUL in a name", "metadata[a%00]=b"],
] as const)("%s is refused at once", ([, encoded]) => {
  const start = performance.now();
  expect(() => parseForm(encoded)).toThrow(SandboxError);
  expect(performance.now() - start).toBeLessThan(1000);
});
