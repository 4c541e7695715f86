import * as z from "zod/mini";
import { emailAddress } from "@lampstand/supabase-server/email-address";

/** A field for an address, in the form that the account takes; `missing` where an empty one has a text of its own. */
export const emailField = (invalid: string, missing = invalid) =>
  z.string().check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine((email) => emailAddress.safeParse(email).success, invalid),
  );
