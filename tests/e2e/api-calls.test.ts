import { expect, test } from "vitest";
import { isApi, isKnown, outline, type Sent } from "./api-calls.ts";

const id = "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
const customers: Sent = {
  method: "GET",
  path: "/rest/v1/customers",
  query: { select: "stripe_customer_id", id: `eq.${id}` },
  body: undefined,
};
const minutes: Sent = { method: "POST", path: "/functions/v1/purchase-additional-minutes", query: {}, body: { minutes: 10 } };
const reply: Sent = {
  method: "POST",
  path: "/functions/v1/handle-email",
  query: {},
  body: {
    action: "reply_to_submission",
    data: { submission_id: id, to_email: "ruth@example.com", to_name: "Ruth", subject: "Your message", message: "Yes." },
  },
};

test.each([customers, minutes, reply])("a call is known by its method, path, query and body: $path", (sent) => {
  expect(isKnown(sent)).toBe(true);
});

test.each<[string, Sent]>([
  ["another method", { ...customers, method: "DELETE" }],
  ["another path", { ...customers, path: "/rest/v1/customers/all" }],
  ["other columns", { ...customers, query: { ...customers.query, select: "*" } }],
  ["rows of everybody", { ...customers, query: { select: "stripe_customer_id" } }],
  ["a field too many", { ...minutes, body: { minutes: 10, price: 1 } }],
  ["a field too many, of a body that has several forms", { ...reply, body: { ...(reply.body as object), price: 1 } }],
  ["a field of another kind", { ...minutes, body: { minutes: "10" } }],
  ["no body", { ...minutes, body: undefined }],
])("a request with %s does not match the list of calls", (_what, sent) => {
  expect(isKnown(sent)).toBe(false);
});

test("pages and their files are not API calls", () => {
  expect(["/auth/confirm", "/assets/app.js", "/config.json", "/functions"].filter(isApi)).toEqual([]);
});

test("an outline contains field names and types, and no values", () => {
  const sent: Sent = {
    method: "POST",
    path: `/auth/v1/factors/${id}/verify`,
    query: { token: "a-secret" },
    body: { password: "a-secret", data: { full_name: "Ruth" }, tags: ["a-secret"] },
  };
  expect(outline(sent)).toBe(
    'POST /auth/v1/factors/{id}/verify?token {"password":"string","data":{"full_name":"string"},"tags":"object"}',
  );
  expect(outline({ method: "GET", path: "/auth/v1/settings", query: {}, body: undefined })).toBe("GET /auth/v1/settings");
});
