import { beforeEach, expect, test, vi } from "vitest";

const timings = {
  version: 1,
  seconds: 6,
  sentences: [
    {
      start: 0.5,
      end: 2,
      words: [
        [0.5, 1],
        [1, 2],
      ],
    },
    {
      start: 3,
      end: 5,
      words: [
        [3, 4],
        [4, 5],
      ],
    },
  ],
};
const frames: FrameRequestCallback[] = [];
const fetchMock = vi.fn<typeof fetch>();
const clock = { paused: true, ended: false, currentTime: 0 };

beforeEach(() => {
  vi.resetModules();
  frames.length = 0;
  Object.assign(clock, { paused: true, ended: false, currentTime: 0 });
  fetchMock.mockReset().mockImplementation(async () => Response.json(timings));
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  document.body.innerHTML = `
    <article><p><span data-sentence="0">Come <em>in.</em></span> <span data-sentence="1">Sit down.</span></p></article>
    <audio data-words="/s/token/words.json"></audio>
    <output></output>`;
});

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const lit = (className: string) => [...document.querySelectorAll(`.${className}`)].map((element) => element.textContent);

/** Runs the page's script with a recording whose place the test sets. */
async function openPage() {
  const audio = find<HTMLAudioElement>("audio");
  for (const name of ["paused", "ended", "currentTime"] as const)
    Object.defineProperty(audio, name, {
      get: () => clock[name],
      set(value) {
        Object.assign(clock, { [name]: value });
      },
    });
  await import("./read-along.ts");
  const play = () => {
    clock.paused = false;
    audio.dispatchEvent(new Event("play"));
  };
  const playTo = (time: number) => {
    clock.currentTime = time;
    frames.splice(0).forEach((frame) => frame(0));
  };
  return { audio, play, playTo };
}

test("nothing is fetched before the recording plays, then its words light up and a tap on a sentence plays from there", async () => {
  const { play, playTo } = await openPage();
  expect(fetchMock).not.toHaveBeenCalled();
  play();
  await expect.poll(() => find<HTMLElement>("article").dataset["wordsReady"]).toBe("");
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith("/s/token/words.json");
  playTo(1.5);
  expect([lit("bg-lamp-soft"), lit("bg-lamp-firm")]).toEqual([["Come in."], ["in."]]);
  find<HTMLElement>("[data-sentence='1']").click();
  await expect.poll(() => clock.currentTime).toBe(3);
  playTo(3.5);
  expect([lit("bg-lamp-soft"), lit("bg-lamp-firm")]).toEqual([["Sit down."], ["Sit"]]);
});

test("times of another text light nothing up, and the recording plays on", async () => {
  const answered = vi.fn<() => Promise<unknown>>(async () => ({ ...timings, sentences: [] }));
  fetchMock.mockImplementation(async () => Object.assign(new Response(), { json: answered }));
  const { play, playTo } = await openPage();
  play();
  await expect.poll(() => answered.mock.calls.length).toBe(1);
  playTo(1.5);
  expect(lit("bg-lamp-soft")).toEqual([]);
  expect(find<HTMLElement>("article").dataset["wordsReady"]).toBeUndefined();
});

test("a recording that can't be loaded is told of, and the text stays", async () => {
  const { audio } = await openPage();
  audio.dispatchEvent(new Event("error"));
  expect(find("output").textContent).toBe("The recording could not be loaded. Everything it says stands here.");
});
