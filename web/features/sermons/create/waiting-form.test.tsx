import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { WaitingForm } from "./waiting-form.tsx";

const USER = "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
const KEY = `topic-draft.${USER}`;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Your topic or theme");
const kept = () => (JSON.parse(localStorage.getItem(KEY) ?? "null") as { topic: string } | null)?.topic;

/** The page before any script runs, into which somebody types, and then what the script makes of it. */
function typeBeforeScript(words: string) {
  const { rerender } = render(<WaitingForm userId={null} />);
  box().value = words;
  rerender(<WaitingForm userId={USER} />);
}

test("words that are typed before any script runs are kept as a draft as soon as the member is known", () => {
  typeBeforeScript("My father died");
  expect([box().value, kept()]).toEqual(["My father died", "My father died"]);
});

test("they replace nothing that was left here earlier", () => {
  localStorage.setItem(KEY, JSON.stringify({ topic: "What I left here" }));
  typeBeforeScript("My father died");
  const both = "What I left here\nMy father died";
  expect([box().value, kept()]).toEqual([both, both]);
});

test("a browser that fills in the draft by itself neither doubles it nor forgets that a sermon was asked for", () => {
  const left = JSON.stringify({ topic: "What I left here", asked: true });
  localStorage.setItem(KEY, left);
  typeBeforeScript("What I left here");
  expect(box().value).toBe("What I left here");
  expect(localStorage.getItem(KEY)).toBe(left);
});

test("whoever types nothing finds what was left here earlier", () => {
  localStorage.setItem(KEY, JSON.stringify({ topic: "What I left here" }));
  typeBeforeScript("");
  expect([box().value, kept()]).toEqual(["What I left here", "What I left here"]);
});
