import { beforeEach, expect, test } from "vitest";
import { clearAllStoredState, clearStoredState, hasStoredSession } from "./stored-state.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const key of [
    "app-theme",
    "vite-ui-theme",
    "sb-x-auth-token",
    "sb-x-auth-token-code-verifier",
    "checkout_user_id",
    "pendingSignupBackup",
    "other",
  ]) {
    localStorage.setItem(key, "1");
  }
  for (const key of ["pendingSignup", "checkout_in_progress", "draft"]) sessionStorage.setItem(key, "1");
  document.cookie = "seen=1; path=/";
});

test("clearStoredState keeps the theme, a PKCE verifier and a pending sign-up", () => {
  expect(hasStoredSession()).toBe(true);
  clearStoredState();
  expect(Object.keys(localStorage).toSorted()).toEqual([
    "app-theme",
    "checkout_user_id",
    "pendingSignupBackup",
    "sb-x-auth-token-code-verifier",
    "vite-ui-theme",
  ]);
  expect(Object.keys(sessionStorage).toSorted()).toEqual(["checkout_in_progress", "pendingSignup"]);
  expect(document.cookie).toBe("");
  expect(hasStoredSession()).toBe(false);
});

test("clearAllStoredState keeps only the theme", () => {
  clearAllStoredState();
  expect(Object.keys(localStorage).toSorted()).toEqual(["app-theme", "vite-ui-theme"]);
  expect(sessionStorage).toHaveLength(0);
});
