import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Field } from "./field.tsx";
import { PasswordInput } from "./password-input.tsx";

afterEach(cleanup);

function show() {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <Field label="Password" hint="At least 8 characters">
        <PasswordInput autoComplete="current-password" />
      </Field>
      <button type="submit">Sign In</button>
    </form>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  return { input, button: screen.getByRole("button", { name: "Show characters" }) };
}

test("the button shows the password, says so, keeps the caret where it was, and hides it again", () => {
  const { input, button } = show();
  fireEvent.change(input, { target: { value: "words of my own" } });
  input.setSelectionRange(5, 5);
  expect([input.type, button.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
  fireEvent.click(button);
  expect([input.type, button.getAttribute("aria-pressed")]).toEqual(["text", "true"]);
  expect([input.selectionStart, input.selectionEnd]).toEqual([5, 5]);
  expect(input.value).toBe("words of my own");
  fireEvent.click(button);
  expect(input.type).toBe("password");
});

test("a form that is sent hides its password", () => {
  const { input, button } = show();
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  expect([input.type, button.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
});

test("the button leaves the focus in the field and does not send the form", () => {
  const { input, button } = show();
  input.focus();
  expect(fireEvent.mouseDown(button)).toBe(false);
  fireEvent.click(button);
  expect(button.getAttribute("type")).toBe("button");
});
