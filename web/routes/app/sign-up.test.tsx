import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../features/auth/test-backend.tsx";
import SignUp from "./sign-up.tsx";

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
