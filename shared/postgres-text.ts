import * as z from "zod/mini";

/** What PostgreSQL can store: no NUL, no half of a surrogate pair. */
export const postgresText = z.string().check(z.refine((value) => !value.includes("\0") && value.isWellFormed()));
