import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { decryptText, encryptText } from "../encrypted-text.ts";

// The defaults: many authenticator apps ignore these parameters of the otpauth URI.
const ALGORITHM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Accepted steps of 30 seconds before and after the current one, for clock skew. */
const SKEW = 1;
const PURPOSE = "totp-secret";

export interface NewSecret {
  /** Encrypted, for the database. */
  sealed: string;
  /** For the person's app: the secret in base32, the otpauth URI, and the URI as an SVG QR code. */
  shown: { qr_code: string; secret: string; uri: string };
}

/** Creates the secret of a factor (160 bits, as RFC 4226 recommends). */
export function makeSecret(factorId: string, issuer: string, label: string, jwtSecret: string): NewSecret {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...ALGORITHM, issuer, label, secret }).toString();
  return {
    sealed: encryptText(secret.base32, PURPOSE, factorId, jwtSecret),
    // supabase-js makes an unescaped data URL of the SVG, so it must not contain "#".
    shown: { qr_code: renderSVG(uri, { ecc: "M", border: 4 }), secret: secret.base32, uri },
  };
}

/** The time step of a valid code, else null. */
export function stepOfCode(sealed: string, factorId: string, code: string, jwtSecret: string, now = Date.now()): number | null {
  const secret = decryptText(sealed, PURPOSE, factorId, jwtSecret);
  if (secret === null || !/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...ALGORITHM, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: SKEW });
  return delta === null ? null : TOTP.counter({ period: ALGORITHM.period, timestamp: now }) + delta;
}
