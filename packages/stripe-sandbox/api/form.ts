import { SandboxError } from "../error.ts";

export type Form = { [key: string]: FormValue };
type FormValue = string | FormValue[] | Form;

const MAX_DEPTH = 6;
const MAX_PARAMETERS = 1000;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Reads Stripe's form encoding (`a[b][0]=c`, `a[]=c`) into nested objects and arrays of strings. Objects whose keys are 0, 1, 2, ...
 * are arrays. Throws a `SandboxError` 400 for a key that can't be read.
 */
export function parseForm(encoded: string): Form {
  const root: Form = Object.create(null) as Form;
  const parameters = [...new URLSearchParams(encoded)];
  if (parameters.length > MAX_PARAMETERS) throw new SandboxError(400, `More than ${MAX_PARAMETERS} parameters were sent.`);
  for (const [key, value] of parameters) {
    // PostgreSQL's texts can't hold it.
    if (key.includes("\0") || value.includes("\0")) throw new SandboxError(400, "A parameter holds a NUL character.");
    const match = KEY.exec(key);
    const path = match
      ? [
          match[1] ?? "",
          ...(match[2] ?? "")
            .split("[")
            .slice(1)
            .map((part) => part.slice(0, -1)),
        ]
      : [];
    if (path.length === 0 || path.length > MAX_DEPTH) throw new SandboxError(400, `Invalid parameter name: ${key.slice(0, 100)}`);
    let into = root;
    for (const part of path.slice(0, -1)) {
      const existing = into[part];
      const next = typeof existing === "object" && !Array.isArray(existing) ? existing : (Object.create(null) as Form);
      into[part] = next;
      into = next;
    }
    const last = path.at(-1) || String(Object.keys(into).length);
    into[last] = value;
  }
  return withArrays(root) as Form;
}

function withArrays(form: Form): Form | FormValue[] {
  const keys = Object.keys(form);
  for (const key of keys) {
    const value = form[key];
    if (typeof value === "object" && !Array.isArray(value)) form[key] = withArrays(value);
  }
  return keys.length > 0 && keys.every((key, i) => key === String(i)) ? keys.map((key) => form[key] as FormValue) : form;
}
