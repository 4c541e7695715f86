import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answers, offline, SESSION_KEY, testUser, waitOptions } from "../../features/auth/test-backend.tsx";
import type { wait } from "../../lib/wait.ts";
import { ID, timings, open, loaded, moveTo, press, sentPlaces } from "./test-listening.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

test("a sermon begins where it was left on another device, and can be heard from the beginning", async () => {
  answers.set("GET /rest/v1/sermon_positions", () =>
    Response.json([{ seconds: 42.5, heard: false, updated_at: "2026-11-01T12:00:00Z" }]),
  );
  open();
  const audio = await loaded();
  expect(audio.currentTime).toBe(42.5);
  expect(document.querySelector("[data-lit]")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "From the beginning" }));
  expect(audio.currentTime).toBe(0);
});

test("the place is stored on a pause, and at the end as heard, to begin anew", async () => {
  open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 33.33);
  press("Pause");
  await expect
    .poll(sentPlaces, waitOptions)
    .toMatchObject([{ user_id: testUser.id, sermon_id: ID, seconds: 33.3, heard: false }]);
  press("Play");
  moveTo(audio, timings.seconds - 1);
  press("Pause");
  await expect.poll(() => sentPlaces()[1], waitOptions).toMatchObject({ seconds: 0, heard: true });
  expect(Object.keys(localStorage).filter((key) => key.startsWith("unsent-places"))).toEqual([]);
});

test("a place that could not be sent is kept here, wins over an older one, and is sent when the network is back", async () => {
  answers.set("POST /rest/v1/sermon_positions", offline);
  answers.set("GET /rest/v1/sermon_positions", () =>
    Response.json([{ seconds: 20, heard: false, updated_at: "2026-11-01T12:00:00Z" }]),
  );
  const router = open();
  let audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 61);
  press("Pause");
  await expect.poll(sentPlaces, waitOptions).toHaveLength(1);
  await act(() => router.navigate("/my-sermons"));
  await act(() => router.navigate(-1));
  audio = await loaded();
  expect(audio.currentTime).toBe(61);
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => localStorage.getItem(`unsent-places.${testUser.id}`), waitOptions).toBeNull();
});

test("a page that is left while it plays sends its place with a request that outlives it", async () => {
  open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 44);
  dispatchEvent(new Event("pagehide"));
  await expect.poll(sentPlaces, waitOptions).toMatchObject([{ sermon_id: ID, seconds: 44 }]);
  const init = vi
    .mocked(fetch)
    .mock.calls.find(([input]) => typeof input === "string" && input.includes("sermon_positions?on_conflict"))?.[1];
  const { access_token } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "") as { access_token: string };
  expect(init).toMatchObject({ keepalive: true, headers: { Authorization: `Bearer ${access_token}` } });
});
