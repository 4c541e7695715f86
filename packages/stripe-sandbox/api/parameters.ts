import { z } from "zod";
import { SandboxError } from "../error.ts";
import type { Metadata } from "../objects/wire.ts";
import type { Form } from "./form.ts";

/** Schemas for form values, which are strings. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);
export const boolean = z.enum(["true", "false"]).transform((text) => text === "true");
export const text = z.string().max(5000);
/** The form parser turns numeric keys into an array; this reverts it. */
export const metadata = z.preprocess(
  (given) => (Array.isArray(given) ? Object.fromEntries(Object.entries(given)) : given),
  z
    .record(z.string().min(1).max(40), z.string().max(500))
    .refine((given) => Object.keys(given).length <= 50, { message: "at most 50 keys" }),
);
/** Unix seconds, up to the year 2100. */
export const timestamp = integer.pipe(z.number().min(0).max(4_102_444_800));
/** The host is inserted into a page's Content-Security-Policy, so its characters are restricted. */
export const url = z.url({ protocol: /^https?$/, hostname: /^[\w.:[\]-]+$/ }).max(5000);

/** An empty value clears the field. */
export const clearable = <S extends z.ZodType>(schema: S) => z.union([z.literal(""), schema]);

/** Changes to metadata: an empty value deletes its key, and `metadata=` all of them. */
export function mergeMetadata(before: Metadata, changes: Metadata | "" | undefined): Metadata {
  if (changes === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
}

/** A time or a range, as inclusive bounds in Unix seconds. */
const range = z.union([
  integer.transform((at) => ({ createdFrom: at, createdTo: at })),
  z
    .strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() })
    .transform(({ gt, gte, lt, lte }) => ({
      createdFrom: gte ?? (gt === undefined ? undefined : gt + 1),
      createdTo: lte ?? (lt === undefined ? undefined : lt - 1),
    })),
]);

/** Parameters of every list. */
export const paging = {
  created: range.optional(),
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
const pagingSchema = z.object(paging);
export type Paging = z.output<typeof pagingSchema>;

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
