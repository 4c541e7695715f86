type Edge = "top" | "bottom";

/** What a message must not cover: the button of a form, and what is marked, such as the steps of a sermon being made and its player. */
const KEPT_CLEAR = "button[type=submit], [data-keep-clear]";

/** What lies behind an open dialog can't be pressed anyway. */
const BEHIND = "[aria-hidden=true], [inert]";

/** The height of a long message on a phone with the list's padding. The message is not laid out yet when the edge is chosen. */
const MESSAGE_PX = 160;

interface Band {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How much of what is to be kept clear lies in this part of the window, in square pixels. */
function covered(band: Band): number {
  let sum = 0;
  for (const element of document.querySelectorAll(KEPT_CLEAR)) {
    if (element.closest(BEHIND)) continue;
    const box = element.getBoundingClientRect();
    const height = Math.min(box.bottom, band.bottom) - Math.max(box.top, band.top);
    const width = Math.min(box.right, band.right) - Math.max(box.left, band.left);
    sum += Math.max(0, height) * Math.max(0, width);
  }
  return sum;
}

/** Puts the list at the edge of the window where it covers nothing that is to be kept clear, or the least: at this one if it can be. */
export function putClear(list: HTMLElement, wanted: Edge = "bottom"): void {
  const { left, right } = list.getBoundingClientRect();
  const height = Math.max(MESSAGE_PX, list.offsetHeight);
  const sums = {
    top: covered({ left, right, top: 0, bottom: height }),
    bottom: covered({ left, right, top: innerHeight - height, bottom: innerHeight }),
  };
  const other = wanted === "bottom" ? "top" : "bottom";
  list.dataset["edge"] = sums[other] < sums[wanted] ? other : wanted;
}

/** Keeps it there when the page changes below it: it is scrolled, or another one is opened. Returns what ends that. */
export function keepClear(list: HTMLElement): () => void {
  putClear(list);
  const again = () => putClear(list, list.dataset["edge"] === "top" ? "top" : "bottom");
  const resized = new ResizeObserver(again);
  for (const element of [document.body, list]) resized.observe(element);
  const ended = new AbortController();
  window.addEventListener("scroll", again, { capture: true, passive: true, signal: ended.signal });
  window.addEventListener("resize", again, { signal: ended.signal });
  return () => {
    resized.disconnect();
    ended.abort();
  };
}

/** Classes of the list of messages, by `data-edge`. */
export const toastRegionClass =
  "fixed right-0 z-[60] w-full max-w-md px-4 py-[max(1rem,env(safe-area-inset-bottom))] outline-none data-[edge=bottom]:bottom-0 data-[edge=top]:top-0 print:hidden";
