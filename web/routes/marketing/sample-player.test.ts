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

beforeEach(() => {
  vi.resetModules();
  fetchMock.mockReset().mockImplementation(async () => Response.json(timings));
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  document.body.innerHTML = `
    <figure data-sample data-timings="/assets/sample.json">
      <button aria-label="Play the sample"></button>
      <span data-elapsed>0:00</span>
      <input type="range" max="6" value="0">
      <audio></audio>
      <output></output>
      <p><span data-sentence="0">Come <em>in.</em></span> <span data-sentence="1">Sit down.</span></p>
    </figure>`;
});

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const textsWithClass = (className: string) =>
  [...document.querySelectorAll(`.${className}`)].map((element) => element.textContent);

/** Runs the page's script with an audio element whose position the test sets (`playTo`). */
async function openPage() {
  const audio = find<HTMLAudioElement>("audio");
  const clock = { paused: true, ended: false, currentTime: 0 };
  for (const name of ["paused", "ended", "currentTime"] as const)
    Object.defineProperty(audio, name, {
      get: () => clock[name],
      set(value) {
        Object.assign(clock, { [name]: value });
      },
    });
  const play = vi.fn<() => Promise<void>>(async () => {
    clock.paused = false;
    audio.dispatchEvent(new Event("play"));
  });
  audio.play = play;
  audio.pause = () => {
    clock.paused = true;
    audio.dispatchEvent(new Event("pause"));
  };
  await import("./sample-player.ts");
  const playTo = (time: number) => {
    clock.currentTime = time;
    audio.dispatchEvent(new Event("timeupdate"));
    frames.splice(0).forEach((frame) => frame(0));
  };
  return { audio, clock, play, playTo, button: find<HTMLButtonElement>("button") };
}

test("nothing is fetched or played before the first click", async () => {
  const { play } = await openPage();
  expect(fetchMock).not.toHaveBeenCalled();
  expect(play).not.toHaveBeenCalled();
});

test("the spoken sentence and its word are highlighted", async () => {
  const { playTo, button } = await openPage();
  button.click();
  await expect.poll(() => document.querySelectorAll("[data-sentence] span").length).toBe(4);
  playTo(0);
  expect(textsWithClass("bg-lamp-soft")).toEqual([]);
  playTo(1.5);
  expect(textsWithClass("bg-lamp-soft")).toEqual(["Come in."]);
  expect(textsWithClass("bg-lamp-firm")).toEqual(["in."]);
  playTo(3.2);
  expect(textsWithClass("bg-lamp-soft")).toEqual(["Sit down."]);
  expect(textsWithClass("bg-lamp-firm")).toEqual(["Sit"]);
  expect(find("[data-elapsed]").textContent).toBe("0:03");
  expect(find("input").getAttribute("aria-valuetext")).toBe("3 of 6 seconds");
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith("/assets/sample.json");
});

test("a second click pauses and keeps the highlight; the end removes it", async () => {
  const { audio, clock, playTo, button } = await openPage();
  button.click();
  await expect.poll(() => document.querySelectorAll("[data-sentence] span").length).toBe(4);
  playTo(1.5);
  expect(button.getAttribute("aria-label")).toBe("Pause the sample");
  button.click();
  expect(button.getAttribute("aria-label")).toBe("Play the sample");
  expect(textsWithClass("bg-lamp-firm")).toEqual(["in."]);
  clock.ended = true;
  audio.dispatchEvent(new Event("ended"));
  expect(textsWithClass("bg-lamp-soft")).toEqual([]);
  expect(find<HTMLInputElement>("input").value).toBe("0");
});

test("the slider seeks", async () => {
  const { clock } = await openPage();
  const place = find<HTMLInputElement>("input");
  place.value = "4";
  place.dispatchEvent(new Event("input"));
  expect(clock.currentTime).toBe(4);
});

test("a recording that can't be loaded shows a message; timings that can't be loaded do not", async () => {
  fetchMock.mockImplementation(async () => {
    throw new TypeError("offline");
  });
  const { audio, button } = await openPage();
  button.click();
  await expect.poll(() => fetchMock.mock.calls.length).toBe(1);
  expect(find("output").textContent).toBe("");
  audio.dispatchEvent(new Event("error"));
  expect(find("output").textContent).toMatch(/could not be loaded/);
});
