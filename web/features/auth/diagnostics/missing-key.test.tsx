import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LoginForm } from "../login-form.tsx";
import { answers, refusal, visit } from "../test-backend.tsx";

// In a file of its own, because the configuration is cached after the first load.
test("Test Connection reports a missing API key", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answers.set("GET /config.json", () => Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "" }));
  answers.set("GET /rest/v1/health_check", () => refusal(401, "no_api_key", "Invalid API key"));
  visit("/login", [{ path: "/login", element: <LoginForm awaitingConfirmation={null} /> }]);
  fireEvent.click(await screen.findByRole("button", { name: "Show Login Diagnostics" }));
  fireEvent.click(await screen.findByRole("button", { name: "Test Connection" }));
  expect(await screen.findByText("Anon key missing", { selector: "ul li" })).toBeDefined();
});
