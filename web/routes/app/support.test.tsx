import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../features/auth/test-backend.tsx";
import { HELP_TOPICS } from "../../features/support/help-topics.ts";
import Support from "./support.tsx";

const open = () => visit("/support", [{ path: "/support", element: <Support /> }]);
const questions = () => [...document.querySelectorAll("summary")].map(({ textContent }) => textContent);
const search = (words: string) => fireEvent.change(screen.getByLabelText("Search the answers"), { target: { value: words } });
const lines = () => within(screen.getByRole("list", { name: "Helplines" })).getAllByRole("link");

test("each help topic is listed, with a link to the page where it is done", () => {
  open();
  expect(questions()).toEqual(HELP_TOPICS.map(({ question }) => question));
  const answer = screen.getByText(/Choose Cancel Subscription/).closest("details");
  expect(answer && within(answer).getByRole("link", { hidden: true }).getAttribute("href")).toBe("/subscription-billing");
  expect(screen.getByRole("link", { name: "Contact Support" }).getAttribute("href")).toBe("/contact");
  expect(screen.getByRole("link", { name: "Frequently asked questions" }).getAttribute("href")).toBe("/faqs");
});

test("the search finds words in questions and answers", () => {
  open();
  search("  King JAMES ");
  expect(questions()).toEqual(["Which Bible is quoted?"]);
  expect(screen.getByText("1 answer")).toBeDefined();
  search("zebra");
  expect(questions()).toEqual([]);
  expect(screen.getByText("No answer has these words. Try fewer, or write to us.")).toBeDefined();
});

test("helplines of the browser's country are shown, and another country can be chosen", () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
  open();
  expect(screen.getByRole("link", { name: "see whom to call now" }).getAttribute("href")).toBe("#crisis");
  expect(
    lines()
      .slice(0, 2)
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["999", "tel:999"],
    ["116 123", "tel:116123"],
  ]);
  fireEvent.change(screen.getByLabelText("Country"), { target: { value: "US" } });
  expect(lines()[1]?.textContent).toBe("Call or text 988");
  fireEvent.change(screen.getByLabelText("Country"), { target: { value: "001" } });
  expect(lines()[0]?.getAttribute("href")).toBe("tel:112");
});
