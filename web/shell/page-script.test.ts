import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const leave = vi.fn<typeof location.replace>();
const listen = vi.spyOn(document, "addEventListener");
const listenToWindow = vi.spyOn(window, "addEventListener");

beforeEach(() => {
  localStorage.clear();
  root.className = "";
  root.style.visibility = "";
  delete root.dataset["member"];
  vi.resetModules();
  location.replace = leave;
});
// Each test is a page of its own: what the script listens for ends with it.
afterEach(() => {
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener);
  for (const [type, listener] of listenToWindow.mock.calls) window.removeEventListener(type, listener);
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
  expect(root.style.visibility).toBe("");
  expect(root.dataset["member"]).toBeUndefined();
  expect(root.className).toBe("");
});

test("whoever is signed in goes from the landing page to the dashboard", async () => {
  localStorage.setItem("sb-127-auth-token", "{}");
  await openPage("/");
  expect(leave).toHaveBeenCalledExactlyOnceWith("/dashboard");
  expect(root.style.visibility).toBe("hidden");
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

test("a theme that is chosen in another tab is shown here too", async () => {
  await openPage("/about");
  localStorage.setItem("app-theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "app-theme" }));
  expect(root.className).toBe("dark");
});

const picture = "/storage/v1/object/public/avatars/8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f-42.png";

test.each([
  ["the member's own picture", `https://lampstand.example${picture}`, picture],
  ["no picture from elsewhere", "https://pictures.example/face.png", undefined],
])("a page from the build shows %s, and this year", async (_what, avatar_url, shown) => {
  localStorage.setItem("sb-127-auth-token", JSON.stringify({ user: { user_metadata: { avatar_url } } }));
  await openPage("/about");
  document.body.innerHTML = "<span data-avatar></span><span data-year>1999</span>";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  expect(document.querySelector("[data-avatar] img")?.getAttribute("src")).toBe(shown);
  expect(document.querySelector("[data-year]")?.textContent).toBe(String(new Date().getFullYear()));
});
