import { afterEach, beforeEach, expect, test, vi } from "vitest";

const root = document.documentElement;
const replaceLocation = vi.fn<typeof location.replace>();
const listen = vi.spyOn(document, "addEventListener");
const listenToWindow = vi.spyOn(window, "addEventListener");

beforeEach(() => {
  localStorage.clear();
  root.className = "";
  root.style.visibility = "";
  delete root.dataset["member"];
  delete root.dataset["held"];
  sessionStorage.clear();
  delete root.dataset["admin"];
  vi.resetModules();
  location.replace = replaceLocation;
});
// Each test loads the script again, so remove the listeners of the last one.
afterEach(() => {
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener);
  for (const [type, listener] of listenToWindow.mock.calls) window.removeEventListener(type, listener);
  vi.clearAllMocks();
});

/** Opens a page; importing the script runs it. */
async function openPage(path: string) {
  history.replaceState(null, "", path);
  await import("./page-script.ts");
}

test("without a session the page stays and uses the system's theme", async () => {
  await openPage("/");
  expect(replaceLocation).not.toHaveBeenCalled();
  expect(root.style.visibility).toBe("");
  expect(root.dataset["member"]).toBeUndefined();
  expect(root.className).toBe("");
});

test("with a stored session the landing page redirects to the dashboard", async () => {
  localStorage.setItem("sb-127-auth-token", "{}");
  await openPage("/");
  expect(replaceLocation).toHaveBeenCalledExactlyOnceWith("/dashboard");
  expect(root.style.visibility).toBe("hidden");
});

test("with a stored session other pages are only marked as signed in", async () => {
  localStorage.setItem("sb-127-auth-token", "{}");
  await openPage("/about");
  expect(replaceLocation).not.toHaveBeenCalled();
  expect(root.dataset["member"]).toBe("");
});

test.each([
  ["/login", "sb-127-auth-token", ""],
  ["/sign-up", "sb-127-auth-token", ""],
  ["/sign-up", "pendingSignupBackup", ""],
  ["/signup", "pendingSignupBackup", ""],
  ["/login", "pendingSignupBackup", undefined],
  ["/login", "app-theme", undefined],
  ["/dashboard", "sb-127-auth-token", undefined],
  ["/dashboard", "app-theme", ""],
])("at %s with a stored %s the form, which may not be theirs, is held back: %j", async (path, key, held) => {
  localStorage.setItem(key, "{}");
  await openPage(path);
  expect(root.dataset["held"]).toBe(held);
  expect(replaceLocation).not.toHaveBeenCalled();
});

test.each([
  ["the same user's", "7", ""],
  ["another user's", "8", undefined],
])("the link to the admin pages is shown when the remembered role is %s", async (_whose, id, shown) => {
  localStorage.setItem("sb-127-auth-token", JSON.stringify({ user: { id: "7" } }));
  localStorage.setItem("admin-pages", id);
  await openPage("/about");
  expect(root.dataset["admin"]).toBe(shown);
});

test("a stored PKCE verifier does not count as a session", async () => {
  localStorage.setItem("sb-127-auth-token-code-verifier", "x");
  await openPage("/");
  expect(replaceLocation).not.toHaveBeenCalled();
});

test("the chosen theme is applied on load, and the header's button toggles it", async () => {
  localStorage.setItem("app-theme", "dark");
  await openPage("/about");
  expect(root.className).toBe("dark");
  document.body.innerHTML = `<button data-theme-toggle><svg></svg></button>`;
  document.querySelector("svg")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(root.className).toBe("light");
  expect(localStorage.getItem("app-theme")).toBe("light");
});

test("a theme chosen in another tab is applied", async () => {
  await openPage("/about");
  localStorage.setItem("app-theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "app-theme" }));
  expect(root.className).toBe("dark");
});

const picture = "/storage/v1/object/public/avatars/8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f-42.png";

test.each([
  ["the user's picture from this server", `https://lampstand.example${picture}`, picture],
  ["no picture from another host", "https://pictures.example/face.png", undefined],
])("a prerendered page shows %s, and the current year", async (_what, avatar_url, shown) => {
  localStorage.setItem("sb-127-auth-token", JSON.stringify({ user: { user_metadata: { avatar_url } } }));
  await openPage("/about");
  document.body.innerHTML = "<span data-avatar></span><span data-year>1999</span>";
  document.dispatchEvent(new Event("DOMContentLoaded"));
  const image = document.querySelector("[data-avatar] img");
  expect(image?.getAttribute("src")).toBe(shown);
  image?.dispatchEvent(new Event("error"));
  expect(document.querySelector("[data-avatar] img")).toBeNull();
  expect(document.querySelector("[data-year]")?.textContent).toBe(String(new Date().getFullYear()));
});

test("a script that can't be loaded marks the page, which then offers to try again", async () => {
  await openPage("/dashboard");
  const script = document.head.appendChild(document.createElement("script"));
  script.dispatchEvent(new Event("error"));
  expect(root.dataset["failed"]).toBe("");
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const button = document.body.appendChild(document.createElement("button"));
  button.dataset["reload"] = "";
  button.click();
  expect(reload).toHaveBeenCalledOnce();
  button.remove();
  script.remove();
  delete root.dataset["failed"];
});
