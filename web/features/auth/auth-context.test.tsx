import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useAuth } from "./auth-context.tsx";

function Lost() {
  return useAuth().status;
}

test("using the session outside its provider throws", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<Lost />)).toThrow("useAuth must be used within an AuthProvider");
});
