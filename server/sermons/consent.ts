import { REMOTE_AI, type Disclosure } from "../../shared/disclosure.ts";
import type { Illustrator } from "../vendors/image/image.ts";
import type { Voice } from "../vendors/voice/voice.ts";
import type { Writer } from "../vendors/writer/writer.ts";
import { type Claims, queryAsUser } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";

/** Of the words that explain it to people (consent-dialog.tsx). */
const TEXT_VERSION = "1";

/** Who gets what people write; null when all of it stays on this machine. */
export function findRecipients(vendors: { writer: Writer; voice: Voice; illustrator: Illustrator }): Disclosure | null {
  const nameOf = (vendor: { remote: boolean; engine: string; recipient?: string }): string | null =>
    vendor.remote ? (vendor.recipient ?? vendor.engine) : null;
  const [writer, voice, image] = [nameOf(vendors.writer), nameOf(vendors.voice), nameOf(vendors.illustrator)];
  if (writer === null && voice === null) return null;
  return { version: [TEXT_VERSION, writer ?? "", voice ?? ""].join(":"), writer, voice, image };
}

/** Refuses what would send a person's words away before they have agreed to it. Throws a `FunctionError`. */
export async function requireConsent({ db, disclosure }: FunctionContext, caller: Claims): Promise<void> {
  if (!disclosure) return;
  const given = await queryAsUser(
    db,
    { claims: caller },
    {
      name: "consent",
      text: "select from public.consents where user_id = $1 and kind = $2 and version = $3",
      values: [caller.sub, REMOTE_AI, disclosure.version],
    },
    { readOnly: true },
  );
  if (given.rowCount === 0)
    throw new FunctionError(
      403,
      "consent_required",
      "Please agree first that your words are sent to the services that write for us.",
    );
}
