import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { decryptText, encryptText } from "../encrypted-text.ts";

// What every authenticator app takes for granted, whatever the address in the QR code says.
const ALGORITHM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps of 30 seconds before and after the present one, for clocks that differ. */
const SKEW = 1;
const PURPOSE = "totp-secret";

export interface NewSecret {
  /** As it is stored. */
  sealed: string;
  /** What the person's app is given: text, address, and the address as an SVG. */
  shown: { qr_code: string; secret: string; uri: string };
}

/** Makes the secret of a factor (160 bits, as RFC 4226 recommends). */
export function makeSecret(factorId: string, issuer: string, label: string, jwtSecret: string): NewSecret {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...ALGORITHM, issuer, label, secret }).toString();
  return {
    sealed: encryptText(secret.base32, PURPOSE, factorId, jwtSecret),
    // The client makes a data URL of it as it is, so there must be no "#" in it.
    shown: { qr_code: renderSVG(uri, { ecc: "M", border: 4 }), secret: secret.base32, uri },
  };
}

/** The time step that a code belongs to, or null when it is no code of these minutes. */
export function stepOfCode(sealed: string, factorId: string, code: string, jwtSecret: string, now = Date.now()): number | null {
  const secret = decryptText(sealed, PURPOSE, factorId, jwtSecret);
  if (secret === null || !/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...ALGORITHM, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW });
  return delta === null ? null : TOTP.counter({ period: ALGORITHM.period, timestamp: now }) + delta;
}
