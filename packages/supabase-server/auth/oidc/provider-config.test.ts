import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { oidcProviders } from "./provider-config.ts";

const pem = (namedCurve: string): string =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" });

test("Google and Apple need only their own settings", () => {
  const [google, apple] = oidcProviders.parse([
    { id: "google", clientId: "web", clientSecret: "s", additionalClientIds: ["android"] },
    { id: "apple", clientId: "org.example.web", teamId: "T", keyId: "K", privateKey: pem("P-256").replaceAll("\n", "\\n") },
  ]);
  expect(google).toMatchObject({
    issuer: "https://accounts.google.com",
    clientIds: ["web", "android"],
    scopes: "openid email profile",
    responseMode: null,
    signer: null,
  });
  expect(apple).toMatchObject({
    issuer: "https://appleid.apple.com",
    scopes: "openid email name",
    responseMode: "form_post",
    signer: { teamId: "T", keyId: "K", privateKey: expect.stringContaining("-----BEGIN PRIVATE KEY-----\n") },
  });
});

test.for([
  [[{ id: "keycloak", clientId: "x" }], "is missing"],
  [[{ id: "keycloak", clientId: "x", issuer: "http://id.example.org" }], "must be an https URL"],
  [[{ id: "keycloak", clientId: "x", issuer: "http://127.0.0.1.example.org" }], "must be an https URL"],
  [[{ id: "keycloak", clientId: "x", issuer: "file:///etc/passwd" }], "Invalid URL"],
  [[{ id: "email", clientId: "x", issuer: "https://id.example.org" }], "must be a short lower-case name"],
  [[{ id: "Google", clientId: "x" }], "must be a short lower-case name"],
  [[{ id: "google", clientId: "" }], "Too small"],
  [[{ id: "google", clientId: "x", scopes: "email" }], "must name openid"],
  [[{ id: "google", clientId: "x", clientsecret: "typo" }], "Unrecognized key"],
  [[{ id: "apple", clientId: "x", teamId: "T" }], "go together"],
  [[{ id: "apple", clientId: "x", teamId: "T", keyId: "K", privateKey: "not a key" }], "must be an EC key"],
  [[{ id: "apple", clientId: "x", teamId: "T", keyId: "K", privateKey: pem("P-384") }], "must be an EC key"],
  [
    [{ id: "apple", clientId: "x", clientSecret: "s", teamId: "T", keyId: "K", privateKey: pem("P-256") }],
    "replace clientSecret",
  ],
  [
    [
      { id: "google", clientId: "x" },
      { id: "google", clientId: "y" },
    ],
    "names a provider twice",
  ],
] as const)("%j is refused: %s", ([given, message]) => {
  const parsed = oidcProviders.safeParse(given);
  expect(parsed.error?.issues.map((issue) => issue.message).join()).toContain(message);
});
