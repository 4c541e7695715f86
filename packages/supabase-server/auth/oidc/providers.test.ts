import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { refreshTokenGrant } from "openid-client";
import { afterEach, expect, test } from "vitest";
import { oidcProviders } from "./provider-config.ts";
import { createProviders, type Provider } from "./providers.ts";

interface Endpoint {
  issuer: string;
  discoveries: number;
  /** Whether discovery works. */
  isUp: boolean;
  /** What the token endpoint was sent. */
  asked: { form: URLSearchParams; authorization: string | undefined }[];
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A provider that writes down how clients prove themselves, and gives them nothing. */
async function startEndpoint(metadata: object = {}): Promise<Endpoint> {
  const endpoint: Endpoint = { issuer: "", discoveries: 0, isUp: true, asked: [] };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      if (request.url === "/token") {
        endpoint.asked.push({ form: new URLSearchParams(text), authorization: request.headers.authorization });
        response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
        return;
      }
      endpoint.discoveries++;
      const about = { issuer: endpoint.issuer, token_endpoint: `${endpoint.issuer}/token`, jwks_uri: `${endpoint.issuer}/jwks` };
      response.writeHead(endpoint.isUp ? 200 : 503, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...about, ...metadata }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  endpoint.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return endpoint;
}

function providerAt(endpoint: Endpoint, more: object = {}): Provider {
  const [config] = oidcProviders.parse([{ id: "apple", issuer: endpoint.issuer, clientId: "org.example.web", ...more }]);
  const provider = config && createProviders([config]).get("apple");
  if (!provider) throw new Error("no provider");
  return provider;
}

async function askForTokens(provider: Provider): Promise<void> {
  const { configuration } = await provider.discover();
  await expect(refreshTokenGrant(configuration, "x")).rejects.toThrow();
}

test("Apple gets a short-lived secret signed by the team's key", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const endpoint = await startEndpoint();
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  await askForTokens(providerAt(endpoint, { teamId: "TEAM", keyId: "KEY", privateKey: pem }));
  const { form, authorization } = endpoint.asked[0] ?? {};
  expect([form?.get("client_id"), authorization]).toEqual(["org.example.web", undefined]);
  const secret = form?.get("client_secret") ?? "";
  expect(decodeProtectedHeader(secret)).toEqual({ alg: "ES256", kid: "KEY" });
  const checks = { issuer: "TEAM", subject: "org.example.web", audience: endpoint.issuer };
  const { payload } = await jwtVerify(secret, publicKey, checks);
  expect((payload.exp ?? Infinity) - (payload.iat ?? 0)).toBeLessThanOrEqual(2 * 86_400);
});

test("a secret goes the way that the provider names, and by Basic when it names none", async () => {
  const posts = await startEndpoint({ token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"] });
  await askForTokens(providerAt(posts, { clientSecret: "hush" }));
  expect([posts.asked[0]?.form.get("client_secret"), posts.asked[0]?.authorization]).toEqual(["hush", undefined]);
  const silent = await startEndpoint();
  await askForTokens(providerAt(silent, { clientSecret: "hush" }));
  expect(silent.asked[0]?.form.has("client_secret")).toBe(false);
  expect(silent.asked[0]?.authorization).toMatch(/^Basic /);
  const open = await startEndpoint();
  await askForTokens(providerAt(open));
  expect([open.asked[0]?.form.get("client_id"), open.asked[0]?.authorization]).toEqual(["org.example.web", undefined]);
});

test("a provider is asked on first use, once for everybody, and again after it did not answer", async () => {
  const endpoint = await startEndpoint();
  const provider = providerAt(endpoint);
  expect(endpoint.discoveries).toBe(0);
  endpoint.isUp = false;
  await expect(provider.discover()).rejects.toThrow();
  endpoint.isUp = true;
  await Promise.all(Array.from({ length: 5 }, async () => provider.discover()));
  await provider.discover();
  expect(endpoint.discoveries).toBe(2);
});

test("a provider with another issuer than configured is refused", async () => {
  await expect(providerAt(await startEndpoint({ issuer: "https://evil.example" })).discover()).rejects.toThrow();
});
