import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

afterEach(cleanup);

const describedBy = (element: HTMLElement) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

test("a control has an accessible name from its label and a description from its hint", () => {
  render(
    <Field label="Password" hint="At least 8 characters">
      <Input type="password" />
    </Field>,
  );
  const input = screen.getByLabelText("Password");
  expect(describedBy(input)).toEqual(["At least 8 characters"]);
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("an error is announced and follows the hint in the control's description", () => {
  render(
    <Field label="Password" hint="At least 8 characters" error="Password must be at least 8 characters">
      <Input type="password" />
    </Field>,
  );
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(describedBy(input)).toEqual(["At least 8 characters", "Password must be at least 8 characters"]);
  expect(screen.getByRole("alert").textContent).toBe("Password must be at least 8 characters");
});
