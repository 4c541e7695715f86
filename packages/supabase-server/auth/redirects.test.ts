import { expect, test } from "vitest";
import { allowedRedirect, resolveRedirect } from "./redirects.ts";

const auth = { publicUrl: "https://lampstand.example", redirectAllowList: [] as string[] };
const at = (path: string): string => auth.publicUrl + path;
const listing = (...redirectAllowList: string[]): typeof auth => ({ ...auth, redirectAllowList });

test.for(["https://lampstand.example/dashboard?x=1#y", "https://lampstand.example:443/", "https://LAMPSTAND.example/"])(
  "the site itself is allowed: %s",
  (target) => {
    expect(allowedRedirect(auth, target)).toBe(new URL(target).href);
  },
);

test.for([
  "http://lampstand.example/",
  "https://lampstand.example:8443/",
  "https://lampstand.example.evil.example/",
  "https://evil.example/https://lampstand.example/",
  "https://lampstand.example@evil.example/",
  "https://user:secret@lampstand.example/",
  "https:\\\\evil.example",
  "//lampstand.example/",
  "/dashboard",
  "javascript:alert(document.domain)//lampstand.example",
  "data:text/html,x",
  "http://2130706433/",
  "https://[::1]/",
  "",
])("anything else is not: %s", (target) => {
  expect(allowedRedirect(auth, target)).toBeNull();
});

test("a target that browsers parse as another host is checked as that host", () => {
  expect(allowedRedirect(auth, "https://evil.example\\@lampstand.example/")).toBeNull();
  expect(allowedRedirect(auth, "https:/\tlampstand.example/ok")).toBe("https://lampstand.example/ok");
});

test("on loopback any port of the same name is allowed", () => {
  const local = { publicUrl: "http://localhost:3000", redirectAllowList: [] };
  expect(allowedRedirect(local, "http://localhost:5173/x")).toBe("http://localhost:5173/x");
  expect(allowedRedirect(local, "http://127.0.0.1:3000/")).toBeNull();
  expect(allowedRedirect(local, "http://192.168.0.1:3000/")).toBeNull();
});

test("a star stays within a label or a path segment, two stars cross them", () => {
  expect(allowedRedirect(listing("https://*.partner.example/ok"), "https://a.partner.example/ok")).not.toBeNull();
  expect(allowedRedirect(listing("https://*.partner.example/ok"), "https://a.b.partner.example/ok")).toBeNull();
  expect(allowedRedirect(listing("https://partner.example/*"), "https://partner.example/a/b")).toBeNull();
  expect(allowedRedirect(listing("https://partner.example/**"), "https://partner.example/a/b#fragment")).not.toBeNull();
  expect(allowedRedirect(listing("https://partner?.example/"), "https://partner1.example/")).not.toBeNull();
  expect(allowedRedirect(listing("https://partner.example/"), "https://partnerXexample/")).toBeNull();
});

test("an app's own scheme is allowed when it is listed, a script never", () => {
  expect(allowedRedirect(listing("lampstand://open"), "lampstand://open")).toBe("lampstand://open");
  expect(allowedRedirect(listing("**"), "javascript:alert(1)")).toBeNull();
  expect(allowedRedirect(listing("**"), "http://10.0.0.1/")).toBeNull();
});

test("the header counts before the query, the query before the referer, and a refused one becomes the site", () => {
  expect(resolveRedirect(auth, { headers: { redirect_to: at("/a"), referer: at("/c") }, query: { redirect_to: at("/b") } })).toBe(
    at("/a"),
  );
  expect(resolveRedirect(auth, { headers: { referer: at("/c") }, query: { redirect_to: at("/b") } })).toBe(at("/b"));
  expect(resolveRedirect(auth, { headers: { referer: at("/c") }, query: {} })).toBe(at("/c"));
  expect(resolveRedirect(auth, { headers: { referer: at("/c") }, query: { redirect_to: "https://evil.example" } })).toBe(at("/"));
  expect(resolveRedirect(auth, { headers: {}, query: { redirect_to: [at("/a"), at("/b")] } })).toBe(at("/"));
});
