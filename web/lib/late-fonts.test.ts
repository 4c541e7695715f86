import { expect, test } from "vitest";
import { lateFonts } from "./late-fonts.ts";

test("fonts that a sign-in screen did without are used from the first member's screen on, and other style sheets are left alone", () => {
  document.head.innerHTML = `<style>@font-face{font-display:optional}p{color:red}</style><style>p{color:blue}</style>`;
  const [sheet, other] = document.head.querySelectorAll("style");
  const rules = other?.firstChild;
  lateFonts();
  expect(sheet?.textContent).toBe("@font-face{font-display:swap}p{color:red}");
  expect(other?.firstChild).toBe(rules);
});
