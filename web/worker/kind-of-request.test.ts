import { expect, test } from "vitest";
import { APP_PAGES } from "../../shared/site.ts";
import { kindOfRequest } from "./kind-of-request.ts";

const ORIGIN = "https://lampstand.example";
const navigate = (path: string) => kindOfRequest({ mode: "navigate", method: "GET", url: `${ORIGIN}${path}` }, ORIGIN);
const load = (path: string, method = "GET") => kindOfRequest({ mode: "cors", method, url: new URL(path, ORIGIN).href }, ORIGIN);

test("every page of the app is opened by the kept shell, whatever its query", () => {
  for (const page of APP_PAGES) expect(navigate(page.replace(":id", "8f0b")), page).toBe("app-page");
  expect(navigate("/dashboard?success=true#top")).toBe("app-page");
  expect(navigate("/my-sermons/")).toBe("app-page");
});

test("any other page is a page that the app's shell does not open", () => {
  for (const path of ["/", "/about", "/sermon/a/b", "/dashboard/x", "/no/such/page", "/inbox", "/authors"])
    expect(navigate(path), path).toBe("other-page");
});

test("files of the build are kept", () => {
  expect(load("/assets/framework-abc.js")).toBe("build-file");
});

test("the worker leaves the API, auth, storage, settings and recordings alone, also when a link opens them", () => {
  const paths = [
    "/auth/v1/token?grant_type=refresh_token",
    "/auth/v1/health",
    "/rest/v1/sermons?select=*",
    "/storage/v1/object/sign/sermon-audio/a/b/c.mp3?token=t",
    "/storage/v1/object/public/sermon-images/a/b/c.webp",
    "/functions/v1/generate-sermon",
    "/audio-cors-proxy?bucket=sermon-audio&path=a&token=t",
    "/growing-recording/5b0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c55",
    "/config.json",
    "/scripture/WEB/Genesis/1.json",
    "/webhooks/stripe",
  ];
  for (const path of paths) expect([load(path), navigate(path)], path).toEqual([null, null]);
  for (const path of ["/favicon.svg", "/healthz", "/previews/lamp.webp"]) expect(load(path), path).toBeNull();
});

test("the worker leaves other origins alone, and every request that changes something", () => {
  expect(load("https://elsewhere.example/assets/a.js")).toBeNull();
  expect(load("/assets/a.js", "POST")).toBeNull();
  expect(kindOfRequest({ mode: "navigate", method: "POST", url: `${ORIGIN}/dashboard` }, ORIGIN)).toBeNull();
});
