import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answers, calls, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import type { wait } from "../../lib/wait.ts";
import SignUp from "./sign-up.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

test("the sign-up page shows the price and the next steps", async () => {
  visit("/sign-up", [{ path: "/sign-up", element: <SignUp /> }]);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Begin Your Journey");
  expect(screen.getByText("Subscription starts at $14.99/month")).toBeDefined();
  expect(screen.getByText("v1.0")).toBeDefined();
  expect(screen.getByRole("heading", { name: "What happens next" })).toBeDefined();
  for (const [name, to] of [
    ["Terms", "/terms"],
    ["Privacy Policy", "/privacy"],
    ["Sign in", "/login"],
  ] as const)
    expect(screen.getByRole("link", { name }).getAttribute("href"), name).toBe(to);
});

test.each([
  ["was left", () => Response.json({ checkoutUrl: "https://pay.example/cs_1" })],
  ["could not be opened", () => Response.json({ code: "x", message: "no" }, { status: 500 })],
])("the referral code goes along when a checkout that %s is opened again, also in another tab", async (_, firstAnswer) => {
  const assign = vi.fn<typeof location.assign>();
  location.assign = assign;
  const page = () => visit("/sign-up", [{ path: "/sign-up", element: <SignUp /> }]);
  const checkouts = () => calls.filter(({ to }) => to.endsWith("/create-checkout-session")).map(({ body }) => body);
  answers.set("POST /auth/v1/signup", () => Response.json(testUser));
  answers.set("POST /functions/v1/create-checkout-session", firstAnswer);
  page();
  for (const [label, value] of [
    ["Name", "Ruth"],
    ["Email", "ruth@example.org"],
    ["Password", "a long password"],
    ["Referral code (optional)", "NAOMI"],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await expect.poll(() => checkouts().length, waitOptions).toBeGreaterThan(0);
  await expect.poll(() => assign.mock.calls.length + screen.queryAllByRole("alert").length, waitOptions).toBe(1);

  cleanup();
  sessionStorage.clear();
  calls.length = 0;
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ checkoutUrl: "https://pay.example/cs_1" }));
  page();
  fireEvent.click(await screen.findByRole("button", { name: "Continue to checkout" }));
  await expect.poll(checkouts, waitOptions).toMatchObject([{ userId: testUser.id, referralCode: "NAOMI" }]);

  // Who begins again begins without it.
  cleanup();
  page();
  fireEvent.click(await screen.findByRole("button", { name: "Begin again" }));
  expect(JSON.stringify(localStorage)).not.toContain("NAOMI");
});
