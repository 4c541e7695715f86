/** What a look at one setting found. Its text has no secret, and nothing that a server said of its own accord. */
export interface Finding {
  result: "ok" | "note" | "failed";
  /** For programs; it stays the same. */
  code: string;
  text: string;
  /** Whether a person has to change something, so that another try ends the same. */
  permanent?: boolean;
}

export const ok = (code: string, text: string): Finding => ({ result: "ok", code, text });

/** `<what>_refused` if a person has to change something, else `<what>_unreachable`. */
export const failed = (what: string, permanent: boolean, text: string): Finding => ({
  result: "failed",
  code: `${what}_${permanent ? "refused" : "unreachable"}`,
  permanent,
  text,
});

interface Coded {
  code?: unknown;
  name?: string;
  errors?: unknown[];
  cause?: unknown;
}

/** The code of an error, or its kind: messages can quote an address with its password. */
export function codeOf(error: unknown): string {
  const { code, name, errors, cause } = (error ?? {}) as Coded;
  if (typeof code === "string" && code !== "") return code;
  if (errors?.[0] !== undefined) return codeOf(errors[0]);
  if (cause !== undefined) return codeOf(cause);
  return name ?? "unknown";
}
