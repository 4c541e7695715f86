import { beforeEach, expect, test } from "vitest";
import { clearAllStoredState, clearStoredState, forgetDrafts, hasStoredSession } from "./stored-state.ts";

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
    "topic-draft.ruth",
    "unsent-notes.ruth",
    "other",
  ]) {
    localStorage.setItem(key, "1");
  }
  for (const key of ["pendingSignup", "checkout_in_progress", "draft"]) sessionStorage.setItem(key, "1");
  document.cookie = "seen=1; path=/";
});

test("clearStoredState keeps the theme, a PKCE verifier, a pending sign-up, and what was typed", () => {
  expect(hasStoredSession()).toBe(true);
  clearStoredState();
  expect(Object.keys(localStorage).toSorted()).toEqual([
    "app-theme",
    "checkout_user_id",
    "pendingSignupBackup",
    "sb-x-auth-token-code-verifier",
    "topic-draft.ruth",
    "unsent-notes.ruth",
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

test("forgetDrafts removes topics and notes that were typed, and nothing else", () => {
  const before = Object.keys(localStorage);
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual(before.filter((key) => !key.endsWith(".ruth")));
  expect(sessionStorage).toHaveLength(3);
});
