import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { raw as rawRequest } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// Unknown paths below an API are answered by that API, never by the site.

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface Form {
  paths: string[];
  body: unknown;
  headers: Record<string, unknown>;
}

const FORMS: Record<string, Form> = {
  auth: {
    paths: ["/auth/v1", "/auth/v1/", "/auth/v1/none", "/auth/v1/none/deeper", "/auth/v1/admin/none"],
    body: { code: 404, error_code: "not_found", msg: "There is no such endpoint" },
    headers: { "x-sb-error-code": "not_found", "cache-control": "no-store" },
  },
  rest: {
    paths: ["/rest/v1/none/deeper", "/rest/v1/rpc/none/deeper"],
    body: { code: "PGRST125", message: "Invalid path specified in request URL", details: null, hint: null },
    headers: {},
  },
  storage: {
    paths: ["/storage/v1", "/storage/v1/", "/storage/v1/none", "/storage/v1/none/deeper?token=x"],
    body: {
      statusCode: "404",
      error: "Not Found",
      message: expect.stringMatching(/^Route [A-Z]+:\/storage\/v1[a-z/]* not found$/),
      code: "InvalidRequest",
    },
    headers: { "cache-control": "no-store", "content-security-policy": expect.any(String), "x-robots-tag": "none" },
  },
  functions: {
    paths: ["/functions/v1", "/functions/v1/", "/functions/v1/none", "/functions/v1/generate-sermon/deeper"],
    body: { code: "function_not_found", message: "There is no such function." },
    headers: { "cache-control": "no-store" },
  },
};

test.for(Object.entries(FORMS))(
  "unknown paths of /%s are refused in its own error format, with every method",
  async ([, form]) => {
    for (const path of form.paths)
      for (const method of METHODS) {
        const { status, headers, body } = await rawRequest(app, path, { accept: "text/html" }, undefined, method);
        expect([status, headers["content-type"]], `${method} ${path}`).toEqual([404, "application/json; charset=utf-8"]);
        expect(headers, `${method} ${path}`).toMatchObject({
          ...form.headers,
          "access-control-allow-origin": "*",
          "access-control-expose-headers": expect.stringContaining("x-sb-error-code"),
          "x-content-type-options": "nosniff",
        });
        if (method === "HEAD") expect(body, path).toBe("");
        else expect(JSON.parse(body), `${method} ${path}`).toEqual(form.body);
      }
  },
);
