import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { waitOptions } from "../../features/auth/test-backend.tsx";
import { currentListening } from "../../features/sermons/listening/current.ts";
import { startSleep } from "../../features/sermons/listening/sleep-timer.ts";
import { LISTENING_KEY } from "../../lib/listening-key.ts";
import type { wait } from "../../lib/wait.ts";
import { OTHER_ID, otherState, timings, open, loaded, moveTo } from "./test-listening.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

test("the speed is remembered on this device, and the voice keeps its pitch", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ rate: 1.5 }));
  open();
  const audio = await loaded();
  expect([audio.playbackRate, audio.preservesPitch]).toEqual([1.5, true]);
  fireEvent.click(await screen.findByRole("button", { name: "Speed 1.5, change to 2" }));
  expect(audio.playbackRate).toBe(2);
  expect(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "")).toMatchObject({ rate: 2 });
});

test("the chapters are named on the bar, reached by Page Up and Page Down, and listed", async () => {
  open();
  const audio = await loaded();
  const slider = await screen.findByRole("slider", { name: "Place in the recording" });
  await expect.poll(() => slider.getAttribute("aria-valuetext"), waitOptions).toContain("Opening");
  fireEvent.keyDown(slider, { key: "PageUp" });
  expect(audio.currentTime).toBe(40);
  fireEvent(audio, new Event("seeked"));
  expect(slider.getAttribute("aria-valuetext")).toContain("Told Plainly");
  fireEvent.click(screen.getByRole("button", { name: "Chapter Told Plainly. Show all" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Listening and reading" }));
  expect(sheet.getByRole("button", { name: /Told Plainly/ }).getAttribute("aria-current")).toBe("true");
  fireEvent.click(sheet.getByRole("button", { name: /Prayer/ }));
  expect(audio.currentTime).toBe(80);
});

test("a sleep timer is chosen in the sheet, shown in the player, and ended there", async () => {
  open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "20 minutes" }));
  expect(sheet.getByText(/Stops quietly in (20:00|19:59)/)).toBeDefined();
  expect(screen.getByText(/^(20:00|19:59)$/)).toBeDefined();
  fireEvent.click(sheet.getByRole("radio", { name: "Off" }));
  expect(sheet.queryByText(/Stops quietly/)).toBeNull();
});

/** Plays a sermon with this timer, and then the other sermon. */
async function goOnWithTimer(timer: string) {
  const router = open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(await sheet.findByRole("radio", { name: timer }));
  fireEvent.click(sheet.getByRole("button", { name: "Close" }));
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  await act(() => router.navigate(`/sermon/${OTHER_ID}`, { state: { ...otherState, play: true } }));
  await loaded(OTHER_ID);
  await screen.findByRole("button", { name: "Pause" });
}
const sleepTimer = () => screen.queryByRole("button", { name: /^Sleep timer/ });

test("the timer for the end of a chapter ends when another sermon is opened", async () => {
  await goOnWithTimer("End of this chapter");
  expect(sleepTimer()).toBeNull();
});

test("the timer of 20 minutes goes on when another sermon is opened", async () => {
  await goOnWithTimer("20 minutes");
  expect(sleepTimer()).not.toBeNull();
});

test("text size and night are chosen in the sheet, hold for this device, and the night ends with the page", async () => {
  const router = open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "Largest" }));
  fireEvent.click(sheet.getByRole("radio", { name: "Dimmed for the night" }));
  const text = document.querySelector(".text-reading");
  expect(text?.className).toContain("--text-reading:1.8rem");
  expect(document.documentElement.dataset["night"]).toBe("");
  await act(() => router.navigate("/my-sermons"));
  expect(document.documentElement.dataset["night"]).toBeUndefined();
  expect(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "")).toMatchObject({ textSize: "Largest", night: true });
});

test.each<[string, number]>([
  ["j", 15],
  ["l", 45],
  ["ArrowLeft", 25],
  ["ArrowRight", 35],
])("the key %s moves from 30 s to %i s, but not where text is typed", async (key, to) => {
  open();
  const audio = await loaded();
  await screen.findByRole("button", { name: "Play" });
  moveTo(audio, 30);
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key });
  field.remove();
  expect(audio.currentTime).toBe(30);
  fireEvent.keyDown(document.body, { key });
  expect(audio.currentTime).toBe(to);
});

test("Space plays and pauses, m mutes, + and - change the volume, and all of it can be turned off", async () => {
  open();
  const audio = await loaded();
  await screen.findByRole("button", { name: "Play" });
  fireEvent.keyDown(document.body, { key: " " });
  expect(audio.paused).toBe(false);
  fireEvent.keyDown(document.body, { key: "m" });
  expect(audio.muted).toBe(true);
  fireEvent.keyDown(document.body, { key: "-" });
  expect(audio.volume).toBeCloseTo(0.9);
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ keys: false }));
  fireEvent.keyDown(document.body, { key: " " });
  expect(audio.paused).toBe(false);
});

test("Tab reaches one sentence, the arrows lead on from it, and Enter hears it", async () => {
  open();
  const audio = await loaded();
  await expect.poll(() => document.querySelectorAll("[data-sentence][tabindex='0']").length, waitOptions).toBe(1);
  const first = document.querySelector<HTMLElement>("[data-sentence][tabindex='0']");
  act(() => first?.focus());
  for (let presses = 0; presses < 2; presses++) fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Come in.");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter" });
  expect(audio.currentTime).toBe(40);
});

test("a sermon that is repeated begins again at its end, unless the timer was to stop there", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ repeat: true }));
  open();
  const audio = await loaded();
  const end = () => {
    moveTo(audio, timings.seconds);
    Object.defineProperty(audio, "ended", { value: true, configurable: true });
    audio.pause();
    fireEvent(audio, new Event("ended"));
    Object.defineProperty(audio, "ended", { value: false, configurable: true });
  };
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  end();
  expect([audio.currentTime, audio.paused]).toEqual([0, false]);
  act(() => startSleep({ chapterEnd: timings.seconds + 1 }));
  act(end);
  expect(audio.paused).toBe(true);
});

test("a quiet sound under the voice is heard while it plays, off unless it is chosen", async () => {
  const states: string[] = [];
  const node = (): object => {
    const param = {
      value: 0,
      setValueAtTime: () => {},
      linearRampToValueAtTime: (to: number) => states.push(String(to)),
      cancelScheduledValues: () => {},
    };
    const self: Record<string, unknown> = { gain: param, frequency: { value: 0 }, start: () => {}, connect: (to: unknown) => to };
    return self;
  };
  class FakeContext {
    sampleRate = 10;
    currentTime = 0;
    destination = node();
    createGain = node;
    createOscillator = node;
    createBiquadFilter = node;
    createBufferSource = node;
    createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
    resume = async () => {};
    close = async () => {};
  }
  vi.stubGlobal("AudioContext", FakeContext);
  open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(states).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "Rain" }));
  expect(states).toEqual(["0.05"]);
  fireEvent.click(sheet.getByRole("radio", { name: "Soft tones" }));
  expect(states).toEqual(["0.05", "0", "0.035"]);
  act(() => currentListening()?.playback.pause());
  expect(states.at(-1)).toBe("0");
});
