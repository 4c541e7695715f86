import { z } from "zod";
import { SandboxError } from "../error.ts";
import type { Form } from "./form.ts";

/** Form values are strings; these read what Stripe's parameters mean. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
export const boolean = z.enum(["true", "false"]).transform((text) => text === "true");
export const text = z.string().max(5000);
// An empty string deletes the key, as in Stripe.
export const metadata = z.record(z.string().min(1).max(40), z.string().max(500));
export const url = z.url({ protocol: /^https?$/ }).max(5000);

/** What every list accepts. */
export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join("");
}

/** Throws Stripe's 400 for the first parameter that is unknown, missing or wrong. */
export function parseParameters<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const param = bracketed([...issue.path, issue.keys[0] ?? ""]);
    throw new SandboxError(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = bracketed(issue?.path ?? []);
  if (issue?.code === "invalid_type" && valueAt(form, issue.path) === undefined) {
    throw new SandboxError(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  throw new SandboxError(400, `Invalid ${param}: ${issue?.message ?? "not accepted"}`, { code: "parameter_invalid", param });
}

function valueAt(form: Form, path: readonly PropertyKey[]): unknown {
  let value: unknown = form;
  for (const part of path) value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  return value;
}
