import { z } from "zod";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** One field of a body or an answer, as the reference lists it. `name` is a path: `data.submission_id`, `invoices[].date`. */
export interface FieldReference {
  name: string;
  isRequired: boolean;
  /** Type, limits and allowed values, in words. */
  type: string;
}

/** One form that a body or an answer can have; most have one. */
export type FormReference = FieldReference[];

/** The forms of a schema. `input`: what is sent, before defaults and conversions. */
export function describeSchema(schema: z.core.$ZodType, io: "input" | "output"): FormReference[] {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  return (json.oneOf ?? json.anyOf ?? [json]).map((form) => fieldsOf(form, ""));
}

function fieldsOf(schema: JsonSchema, path: string): FieldReference[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const { inner, isNullable } = withoutNull(given as JsonSchema);
    const name = path + key;
    const isRequired = schema.required?.includes(key) ?? false;
    const item = inner.type === "array" ? withoutNull((inner.items ?? {}) as JsonSchema).inner : null;
    const type =
      (item ? `list of ${item.properties ? "objects" : typeOf(item)}` : typeOf(inner)) + (isNullable ? ", or null" : "");
    const deeper = item ? fieldsOf(item, `${name}[].`) : fieldsOf(inner, `${name}.`);
    return [{ name, isRequired, type }].concat(deeper);
  });
}

function withoutNull(schema: JsonSchema): { inner: JsonSchema; isNullable: boolean } {
  const forms = (schema.anyOf ??
    (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [])) as JsonSchema[];
  const inner = forms.find(({ type }) => type !== "null");
  return inner && forms.length === 2
    ? { inner, isNullable: forms.some(({ type }) => type === "null") }
    : { inner: schema, isNullable: false };
}

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  uri: "address (URL)",
  email: "email address",
  "date-time": "time, ISO 8601 in UTC with milliseconds",
};
const number = (value: number): string => value.toLocaleString("en");

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "string") return textOf(schema);
  if (schema.type === "integer" || schema.type === "number")
    return (schema.type === "integer" ? "whole number" : "number") + range(schema);
  if (schema.type === "boolean")
    return `true or false${schema.default === undefined ? "" : `, by default ${JSON.stringify(schema.default)}`}`;
  return schema.properties ? "object" : "any value";
}

function textOf({ format, minLength, maxLength, pattern, default: fallback }: JsonSchema): string {
  const known = format === undefined ? undefined : FORMATS[format];
  const isKey = pattern !== undefined && format === undefined && pattern.includes("congregation");
  const limits = [
    minLength && maxLength
      ? `${number(minLength)} to ${number(maxLength)} characters`
      : maxLength
        ? `at most ${number(maxLength)} characters`
        : "",
    !maxLength && minLength ? `at least ${number(minLength)} character${minLength === 1 ? "" : "s"}` : "",
    isKey ? 'a key of a reading, such as "grief.self"' : "",
    fallback === undefined ? "" : `by default ${JSON.stringify(fallback)}`,
  ].filter(Boolean);
  return [known ?? "text", ...limits].join(", ");
}

function range({ minimum, maximum }: JsonSchema): string {
  // JSON schema names the bounds of a whole number that has none of its own.
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (low !== undefined && high !== undefined) return `, ${number(low)} to ${number(high)}`;
  if (low !== undefined) return `, at least ${number(low)}`;
  return high === undefined ? "" : `, at most ${number(high)}`;
}
