import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const leave = vi.fn<typeof location.replace>();
const listen = vi.spyOn(document, "addEventListener");

beforeEach(() => {
  localStorage.clear();
  root.className = "";
  delete root.dataset["member"];
  vi.resetModules();
  location.replace = leave;
});
// Each test is a page of its own: what the script listens for ends with it.
afterEach(() => {
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener);
  vi.clearAllMocks();
});

/** The script runs when it is loaded, as it does in a page. */
async function openPage(path: string) {
  history.replaceState(null, "", path);
  await import("./page-script.ts");
}

test("a visitor stays where they are, in the system's theme", async () => {
  await openPage("/");
  expect(leave).not.toHaveBeenCalled();
  expect(root.dataset["member"]).toBeUndefined();
  expect(root.className).toBe("");
});

test("whoever is signed in goes from the landing page to the dashboard", async () => {
  localStorage.setItem("sb-127-auth-token", "{}");
  await openPage("/");
  expect(leave).toHaveBeenCalledExactlyOnceWith("/dashboard");
});

test("other pages only show that someone is signed in", async () => {
  localStorage.setItem("sb-127-auth-token", "{}");
  await openPage("/about");
  expect(leave).not.toHaveBeenCalled();
  expect(root.dataset["member"]).toBe("");
});

test("a sign-up that is under way is no session", async () => {
  localStorage.setItem("sb-127-auth-token-code-verifier", "x");
  await openPage("/");
  expect(leave).not.toHaveBeenCalled();
});

test("a chosen theme is there at once, and the button in the header changes it", async () => {
  localStorage.setItem("app-theme", "dark");
  await openPage("/about");
  expect(root.className).toBe("dark");
  document.body.innerHTML = `<button data-theme-toggle><svg></svg></button>`;
  document.querySelector("svg")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(root.className).toBe("light");
  expect(localStorage.getItem("app-theme")).toBe("light");
});
