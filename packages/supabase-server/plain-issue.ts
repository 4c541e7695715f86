import type { z } from "zod";

/** Beginnings of the validator's own messages, which name types of the program. Others are written by us, for whoever reads them. */
const VALIDATORS_OWN = /^(?:Invalid |Too (?:small|big)|Unrecognized )/;

/** The first thing that is wrong with an input, as a sentence without the value: "email is missing". */
export function plainIssue(error: z.ZodError, input: unknown): string {
  const [issue] = error.issues;
  if (!issue) return "The request is not valid";
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return `${[path, ...issue.keys].filter(Boolean).join(".")} is not known here`;
  if (!VALIDATORS_OWN.test(issue.message)) return [path, issue.message].filter(Boolean).join(": ");
  if (path === "") return "The body is not an object of the right form";
  const [first] = issue.path;
  const given = typeof input === "object" && input !== null && first !== undefined ? Reflect.get(input, first) : undefined;
  return `${path} is ${given === undefined ? "missing" : "not valid"}`;
}
