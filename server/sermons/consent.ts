import { REMOTE_AI, type Disclosure } from "../../shared/disclosure.ts";
import type { Illustrator } from "../vendors/image/image.ts";
import type { Voice } from "../vendors/voice/voice.ts";
import type { Writer } from "../vendors/writer/writer.ts";
import { type Claims, queryAsUser } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";

/** Version of the explanation in consent-dialog.tsx. */
const TEXT_VERSION = "1";

/** The external services that receive what people write; null when everything stays on this machine. */
export function findRecipients(vendors: { writer: Writer; voice: Voice; illustrator: Illustrator }): Disclosure | null {
  const nameOf = (vendor: { remote: boolean; engine: string; recipient?: string }): string | null =>
    vendor.remote ? (vendor.recipient ?? vendor.engine) : null;
  const [writer, voice, image] = [nameOf(vendors.writer), nameOf(vendors.voice), nameOf(vendors.illustrator)];
  if (writer === null && voice === null) return null;
  return { version: [TEXT_VERSION, writer ?? "", voice ?? ""].join(":"), writer, voice, image };
}

/** Throws a `FunctionError` unless the person has agreed that their words are sent to these services. */
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
