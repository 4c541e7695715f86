import { expect, test } from "vitest";
import { decryptText, encryptText } from "./encrypted-text.ts";

const secret = "a secret that is long enough for a test";

test("encrypted text can be decrypted only with the same secret, purpose and context", () => {
  const sealed = encryptText("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret);
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(encryptText("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret)).not.toBe(sealed);
  expect(decryptText(sealed, "totp", "factor 1", secret)).toBe("JBSWY3DPEHPK3PXP");
  expect(decryptText(sealed, "totp", "factor 2", secret)).toBeNull();
  expect(decryptText(sealed, "tokens", "factor 1", secret)).toBeNull();
  expect(decryptText(sealed, "totp", "factor 1", `${secret}.`)).toBeNull();
});

test("changed or truncated text can't be decrypted", () => {
  const sealed = Buffer.from(encryptText("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret), "base64url");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decryptText(changed.toString("base64url"), "totp", "factor 1", secret), `byte ${at}`).toBeNull();
    expect(decryptText(sealed.subarray(0, at).toString("base64url"), "totp", "factor 1", secret), `${at} bytes`).toBeNull();
  }
});
