import { expect, test } from "vitest";
import { openSealed, seal } from "./sealed.ts";

const secret = "a secret that is long enough for a test";

test("what is sealed opens with the same secret, purpose and context alone", () => {
  const sealed = seal("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret);
  expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  expect(seal("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret)).not.toBe(sealed);
  expect(openSealed(sealed, "totp", "factor 1", secret)).toBe("JBSWY3DPEHPK3PXP");
  expect(openSealed(sealed, "totp", "factor 2", secret)).toBeNull();
  expect(openSealed(sealed, "tokens", "factor 1", secret)).toBeNull();
  expect(openSealed(sealed, "totp", "factor 1", `${secret}.`)).toBeNull();
});

test("a changed or cut text does not open", () => {
  const sealed = Buffer.from(seal("JBSWY3DPEHPK3PXP", "totp", "factor 1", secret), "base64url");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealed(changed.toString("base64url"), "totp", "factor 1", secret), `byte ${at}`).toBeNull();
    expect(openSealed(sealed.subarray(0, at).toString("base64url"), "totp", "factor 1", secret), `${at} bytes`).toBeNull();
  }
});
