import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { wait } from "../../lib/wait.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";
import { ChangePassword } from "./security/change-password.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { answers, calls, testUser, visit } from "./test-backend.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

// An operator has set AUTH_PASSWORD_MIN_LENGTH to 12.
beforeEach(() => {
  const config = { supabaseUrl: location.origin, supabaseAnonKey: "a.b.c", passwordMinLength: 12 };
  answers.set("GET /config.json", () => Response.json(config));
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const hint = () => screen.findByText("At least 12 characters");

test.each(["12345", "elevenchars"])("the sign-up says 12 before and after, with %s", async (password) => {
  visit("/sign-up", [{ path: "/sign-up", element: <SignUpForm /> }]);
  await hint();
  type("Name", "Ruth");
  type("Email", "ruth@example.org");
  type("Password", password);
  press("Continue");
  expect((await screen.findByRole("alert")).textContent).toBe("Password must be at least 12 characters");
  expect(calls).toEqual([]);
});

test("a new password after a reset says it too", async () => {
  visit("/reset-password#token_hash=x&type=recovery", [{ path: "/reset-password", element: <ResetPasswordForm /> }]);
  await hint();
  type("New Password", "elevenchars");
  type("Confirm New Password", "elevenchars");
  press("Update Password");
  await screen.findByText("Password must be at least 12 characters long");
  expect(calls.filter(({ to }) => to.startsWith("PUT"))).toEqual([]);
});

test("and so does a changed one", async () => {
  visit("/security", [{ path: "/security", element: <ChangePassword user={{ ...testUser, identities: [] }} /> }]);
  await hint();
  type("New Password", "elevenchars");
  type("Confirm New Password", "elevenchars");
  press("Change Password");
  await screen.findByText("Password must be at least 12 characters long");
  expect(calls).toEqual([]);
});
