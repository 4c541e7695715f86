import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { GenerationProgress } from "../../features/sermons/create/generation-progress.tsx";
import { ALL_PENDING, type StepStatus } from "../../features/sermons/create/steps.ts";
import { begunGeneration } from "../../features/sermons/create/stored-generation.ts";
import { GENERATION, PROMPT } from "../../features/sermons/create/test-generation.ts";

const PLACE = "POST /rest/v1/rpc/place_in_line";
let place: { ahead: number; seconds: number | null } | null;

beforeEach(() => {
  storeSession();
  place = { ahead: 3, seconds: 130 };
  answers.set(PLACE, () => Response.json(place));
});

function open(text: StepStatus): void {
  const begun = begunGeneration(GENERATION, { prompt: PROMPT, minutes: 5, voice: "John", reading: undefined });
  const generation = { ...begun, steps: { ...ALL_PENDING, text } };
  visit("/", [{ path: "/", element: <GenerationProgress generation={generation} isOutOfReach={false} /> }]);
}
const asked = () => calls.filter(({ to }) => to === PLACE).map(({ body }) => body);

test("a sermon that waits for its turn says how many are before it and when it begins, and counts down", async () => {
  open("pending");
  await screen.findByText("There are three before you. It begins in about 2 minutes.");
  expect(asked()).toEqual([{ _generation_id: GENERATION }]);
  place = { ahead: 0, seconds: 20 };
  await screen.findByText("Yours is the next. It begins in less than a minute.");
  place = null;
  await waitFor(() => expect(screen.queryByText(/Yours is the next/u)).toBeNull(), waitOptions);
});

test("one that is being written does not ask for its place", async () => {
  open("in-progress");
  await screen.findByText(/You can leave this page/u);
  expect(asked()).toEqual([]);
});

test("a place that cannot be had is not mentioned", async () => {
  answers.set(PLACE, () => Response.json({ code: "42883", message: "no such function" }, { status: 404 }));
  open("pending");
  await waitFor(() => expect(asked()).toHaveLength(1), waitOptions);
  screen.getByText(/You can leave this page/u);
  expect(screen.queryByText(/before you/u)).toBeNull();
});
