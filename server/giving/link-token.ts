import { createHmac, timingSafeEqual } from "node:crypto";

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const LENGTH = Math.ceil(((ID_BYTES + SIGNATURE_BYTES) * 4) / 3);
/** Of no link: gen_random_uuid() never gives it. */
const NO_LINK = "00000000-0000-0000-0000-000000000000";

/**
 * The secret part of a link's address: the id of its row, and 128 bits of an HMAC over it. It is stored nowhere, so whoever reads the
 * database has no address, and the giver can have theirs shown again. Another key closes every address that was given.
 */
export interface LinkTokens {
  tokenOf: (id: string) => string;
  /** The id that a token names; for anything else the id of no link, in the same time. */
  idOf: (token: string) => string;
}

export function linkTokens(secret: string): LinkTokens {
  // A key of its own, so that nothing else that is signed with the secret passes for a token.
  const key = createHmac("sha256", secret).update("sermon-link").digest();
  const sign = (id: Buffer): Buffer => createHmac("sha256", key).update(id).digest().subarray(0, SIGNATURE_BYTES);
  return {
    tokenOf: (id) => {
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      return Buffer.concat([bytes, sign(bytes)]).toString("base64url");
    },
    idOf: (token) => {
      const given = Buffer.alloc(ID_BYTES + SIGNATURE_BYTES);
      const decoded = Buffer.from(token.slice(0, LENGTH), "base64url");
      decoded.copy(given);
      const id = given.subarray(0, ID_BYTES);
      const isSigned = timingSafeEqual(sign(id), given.subarray(ID_BYTES));
      // Base64 has several forms of the same bytes; one of them is the address.
      const isCanonical = given.toString("base64url") === token;
      return isSigned && isCanonical ? asUuid(id) : NO_LINK;
    },
  };
}

function asUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
