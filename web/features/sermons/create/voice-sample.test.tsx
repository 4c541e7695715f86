import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getConfig } from "../../../lib/config.ts";
import { removeToast, toastStore } from "../../../ui/toast-store.ts";
import { setListening, type Listening } from "../listening/current.ts";
import { playSample } from "./play-sample.ts";
import { VoiceSample } from "./voice-sample.tsx";

// The samples themselves are made when the site is built.
vi.mock(import("./play-sample.ts"), () => ({ playSample: vi.fn<typeof playSample>() }));
vi.mock("../../../lib/config.ts", { spy: true });

const config = { supabaseUrl: "http://localhost", supabaseAnonKey: "k" };
const client = new QueryClient();
const page = (voice: "John" | "Sarah") => (
  <QueryClientProvider client={client}>
    <VoiceSample key={voice} voice={voice} />
  </QueryClientProvider>
);
/** The signals of the samples that were begun, which play until they are stopped. */
let begun: AbortSignal[] = [];

beforeEach(() => {
  begun = [];
  client.clear();
  vi.mocked(getConfig).mockResolvedValue(config);
  vi.mocked(playSample).mockImplementation(async (_, signal) => {
    begun.push(signal);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
});
afterEach(() => {
  cleanup();
  setListening(null);
  for (const { id } of toastStore.current()) removeToast(id);
});

test("the voice is heard on request, and stopped by the same button", async () => {
  render(page("John"));
  const button = await screen.findByRole("button", { name: "Hear John" });
  expect(playSample).not.toHaveBeenCalled();
  button.focus();
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Stop John" });
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Hear John" });
  expect(begun[0]?.aborted).toBe(true);
});

test("one voice is heard at a time: another choice stops it", async () => {
  const { rerender } = render(page("John"));
  fireEvent.click(await screen.findByRole("button", { name: "Hear John" }));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  rerender(page("Sarah"));
  await screen.findByRole("button", { name: "Hear Sarah" });
  expect(begun[0]?.aborted).toBe(true);
});

test("a sample that can't be played says so, and the button is there again", async () => {
  vi.mocked(playSample).mockRejectedValue(new Error("gone"));
  render(page("John"));
  fireEvent.click(await screen.findByRole("button", { name: "Hear John" }));
  await vi.waitFor(() => expect(playSample).toHaveBeenCalled());
  await screen.findByRole("button", { name: "Hear John" });
  expect(toastStore.current().map(({ title }) => title)).toEqual(["The sample can’t be played"]);
});

test("a sermon that plays waits for the sample, and the sample stops when the sermon is heard again", async () => {
  const changed: (() => void)[] = [];
  let playing = true;
  const change = (now: boolean) => {
    playing = now;
    for (const listener of changed) listener();
  };
  const pause = vi.fn<() => void>(() => change(false));
  const subscribe = (listener: () => void) => {
    changed.push(listener);
    return () => void changed.splice(changed.indexOf(listener), 1);
  };
  setListening({ playback: { state: () => ({ playing }), subscribe, pause } } as unknown as Listening);
  render(page("John"));
  fireEvent.click(await screen.findByRole("button", { name: "Hear John" }));
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  expect(pause).toHaveBeenCalledOnce();
  expect(begun[0]?.aborted).toBe(false);
  change(true);
  await screen.findByRole("button", { name: "Hear John" });
  expect(begun[0]?.aborted).toBe(true);
  expect(changed).toEqual([]);
});

test("where other voices speak there is none", async () => {
  vi.mocked(getConfig).mockResolvedValue({ ...config, voiceSamples: false });
  const { container } = render(page("John"));
  await vi.waitFor(() => expect(client.getQueryData(["voice-samples"])).toBe(false));
  expect(container.textContent + container.innerHTML).toBe("");
});
