import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answers, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import type { wait } from "../../lib/wait.ts";
import SignUpComplete from "./sign-up-complete.tsx";

// Never ends, so that what stands before the redirect can be read.
vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(() => new Promise(() => {})) }));

const open = (query: string) => visit(`/sign-up-complete${query}`, [{ path: "/sign-up-complete", element: <SignUpComplete /> }]);
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

test("without parameters the page claims nothing, says that nothing was given, and where to go", async () => {
  open("");
  expect(heading()).toBe("Nothing to complete here");
  expect(screen.getByText(/nothing was given, and nothing has changed/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to the sign-up" }).getAttribute("href")).toBe("/sign-up");
  await expect.poll(toasts, waitOptions).toContainEqual(["Missing user information. Please try signing up again."]);
});

test("while the checkout is being confirmed the page does not call it done, and a refusal is said", async () => {
  let refuse = () => {};
  answers.set(
    "POST /functions/v1/complete-sign-up",
    () =>
      new Promise<Response>((resolve) => {
        refuse = () => resolve(Response.json({ code: "checkout_mismatch", message: "Another sign-up's." }, { status: 403 }));
      }),
  );
  open("?session_id=cs_1&user_id=8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f");
  expect(heading()).toBe("Completing your sign-up");
  expect(document.body.textContent).not.toContain("is done");
  await vi.waitFor(() => {
    refuse();
    expect(heading()).toBe("Your sign-up is not complete");
  }, waitOptions);
  expect(screen.queryByText("Setting up your account...")).toBeNull();
});
