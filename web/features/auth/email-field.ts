import * as z from "zod/mini";
import { emailAddress } from "@lampstand/supabase-server/email-address";

/** Schema of an e-mail field, with the account's own rule. `missing`: the message for an empty field, if different. */
export const emailField = (invalid: string, missing = invalid) =>
  z.string().check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine((email) => emailAddress.safeParse(email).success, invalid),
  );
