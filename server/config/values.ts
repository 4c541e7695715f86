import { z } from "zod";

/** Without a slash at its end. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((url) => url.replace(/\/+$/, ""));

/** A value that is written as JSON. */
export const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
