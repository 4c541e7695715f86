import { expect, test } from "vitest";
import { readAppleName, readProfile } from "./profile.ts";

const ISSUER = "https://id.example.org";

test("an address counts as verified only when the provider says so, in whichever way it writes it", () => {
  const verified = (email_verified: unknown, email: unknown = "Ruth@Example.org"): unknown[] => {
    const profile = readProfile(ISSUER, { sub: "1", email, email_verified });
    return [profile.email, profile.emailVerified, profile.data["email_verified"]];
  };
  for (const yes of [true, "true"]) expect(verified(yes)).toEqual(["ruth@example.org", true, true]);
  for (const no of [false, "false", undefined, null, 1, "TRUE", {}])
    expect(verified(no)).toEqual(["ruth@example.org", false, false]);
  for (const bad of [null, "", "nonsense", 7, `${"x".repeat(250)}@example.org`])
    expect(verified(true, bad)).toEqual([null, false, false]);
});

test("a profile is made of the known, short fields: it travels in every token", () => {
  const long = "x".repeat(3000);
  const profile = readProfile(ISSUER, {
    sub: "1",
    name: long,
    given_name: "Ruth",
    family_name: "Moab",
    picture: "javascript:alert(1)",
    preferred_username: 7,
    role: "service_role",
    [long]: long,
  });
  expect(profile.data).toEqual({
    iss: ISSUER,
    sub: "1",
    provider_id: "1",
    email_verified: false,
    phone_verified: false,
    name: "Ruth Moab",
    full_name: "Ruth Moab",
  });
});

test.for([{}, { sub: "" }, { sub: 7 }, { sub: "x".repeat(256) }, null])("claims %j are refused", (claims) => {
  expect(() => readProfile(ISSUER, claims)).toThrow();
});

test("Apple's form gives a name and nothing else", () => {
  expect(readAppleName('{"name":{"firstName":"Ruth","lastName":"Moab"},"email":"evil@example.org"}')).toEqual({
    name: "Ruth Moab",
  });
  for (const bad of [null, "", "{", "[]", '{"name":7}', '{"name":{"firstName":""}}', `{"x":"${"y".repeat(5000)}"}`])
    expect(readAppleName(bad)).toEqual({});
});
