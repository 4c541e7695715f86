import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { gateway } from "./gateway.ts";

async function rooms(): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(gateway);
  await app.register(
    async (room) => {
      room.get("/thing", async () => "ok");
      room.get("/fault", async () => {
        throw new Error("fault");
      });
    },
    { prefix: "/rest/v1" },
  );
  app.get("/page", async () => "page");
  return app;
}

test.for(["auth", "rest", "storage", "functions"])("a preflight of /%s/v1 is answered without a key", async (room) => {
  const answer = await (
    await rooms()
  ).inject({
    method: "OPTIONS",
    url: `/${room}/v1/anything?x=1`,
    headers: { origin: "https://elsewhere.example", "access-control-request-method": "PATCH" },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*", "access-control-max-age": "86400" });
  expect(answer.headers["access-control-allow-methods"]).toContain("PATCH");
  for (const name of [
    "authorization",
    "x-client-info",
    "apikey",
    "content-type",
    "prefer",
    "range",
    "x-upsert",
    "x-supabase-api-version",
  ]) {
    expect(String(answer.headers["access-control-allow-headers"]).split(", ")).toContain(name);
  }
  expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
});

test.for([
  ["/rest/v1/thing", 200],
  ["/rest/v1/fault", 500],
  ["/rest/v1/unknown", 404],
] as const)("the answer of %s is readable from another origin, whatever it is", async ([url, status]) => {
  const answer = await (await rooms()).inject(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["access-control-expose-headers"]).toContain("Content-Range");
});

test.for(["auth", "rest", "storage", "functions"])("nothing that /%s/v1 answers can run in a page", async (room) => {
  const { headers } = await (await rooms()).inject(`/${room}/v1/thing`);
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

test("rows are kept in no cache, whether they were found or not", async () => {
  const app = await rooms();
  for (const url of ["/rest/v1/thing", "/rest/v1/fault", "/rest/v1/unknown"])
    expect((await app.inject(url)).headers["cache-control"]).toBe("no-store");
});

test.for(["/page", "/auth/v10/x", "/page?next=/auth/v1/x"])("%s is not treated as a path of an API", async (url) => {
  const answer = await (await rooms()).inject(url);
  expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  expect(answer.headers).not.toHaveProperty("content-security-policy");
});
