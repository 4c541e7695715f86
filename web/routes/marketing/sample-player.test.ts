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
const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  asked.mockReset().mockImplementation(async () => Response.json(timings));
  vi.stubGlobal("fetch", asked);
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

const one = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const lit = (light: string) => [...document.querySelectorAll(`.${light}`)].map((element) => element.textContent);

/** The page's script, with an audio element whose clock the test turns. */
async function openPage() {
  const audio = one<HTMLAudioElement>("audio");
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
  const to = (time: number) => {
    clock.currentTime = time;
    audio.dispatchEvent(new Event("timeupdate"));
    frames.splice(0).forEach((frame) => frame(0));
  };
  return { audio, clock, play, to, button: one<HTMLButtonElement>("button") };
}

test("nothing is asked for before the first press", async () => {
  const { play } = await openPage();
  expect(asked).not.toHaveBeenCalled();
  expect(play).not.toHaveBeenCalled();
});

test("the light lies on the sentence that is spoken, and firmer on its word", async () => {
  const { to, button } = await openPage();
  button.click();
  await expect.poll(() => document.querySelectorAll("[data-sentence] span").length).toBe(4);
  to(0);
  expect(lit("bg-lamp-soft")).toEqual([]);
  to(1.5);
  expect(lit("bg-lamp-soft")).toEqual(["Come in."]);
  expect(lit("bg-lamp-firm")).toEqual(["in."]);
  to(3.2);
  expect(lit("bg-lamp-soft")).toEqual(["Sit down."]);
  expect(lit("bg-lamp-firm")).toEqual(["Sit"]);
  expect(one("[data-elapsed]").textContent).toBe("0:03");
  expect(one("input").getAttribute("aria-valuetext")).toBe("3 of 6 seconds");
  expect(asked).toHaveBeenCalledExactlyOnceWith("/assets/sample.json");
});

test("a second press pauses, the light stays; the end puts it out", async () => {
  const { audio, clock, to, button } = await openPage();
  button.click();
  await expect.poll(() => document.querySelectorAll("[data-sentence] span").length).toBe(4);
  to(1.5);
  expect(button.getAttribute("aria-label")).toBe("Pause the sample");
  button.click();
  expect(button.getAttribute("aria-label")).toBe("Play the sample");
  expect(lit("bg-lamp-firm")).toEqual(["in."]);
  clock.ended = true;
  audio.dispatchEvent(new Event("ended"));
  expect(lit("bg-lamp-soft")).toEqual([]);
  expect(one<HTMLInputElement>("input").value).toBe("0");
});

test("the place is chosen on the line", async () => {
  const { clock } = await openPage();
  const place = one<HTMLInputElement>("input");
  place.value = "4";
  place.dispatchEvent(new Event("input"));
  expect(clock.currentTime).toBe(4);
});

test("a recording that does not load is told; timings that do not load leave the voice alone", async () => {
  asked.mockImplementation(async () => {
    throw new TypeError("offline");
  });
  const { audio, button } = await openPage();
  button.click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(one("output").textContent).toBe("");
  audio.dispatchEvent(new Event("error"));
  expect(one("output").textContent).toMatch(/could not be loaded/);
});
