type Edge = "top" | "bottom";

/** What a message must not cover: the button of a form, and what is marked, such as the steps of a sermon being made and its player. */
const KEPT_CLEAR = "button[type=submit]:not(:disabled), [data-keep-clear]";

/** The height of a long message on a phone with the list's padding. The message is not laid out yet when the edge is chosen. */
const MESSAGE_PX = 160;

/** How many pixels of what is to be kept clear lie in this band of the window. */
function covered(top: number, bottom: number): number {
  let sum = 0;
  for (const element of document.querySelectorAll(KEPT_CLEAR)) {
    const box = element.getBoundingClientRect();
    sum += Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top));
  }
  return sum;
}

/** The edge of the window at which a message covers none of what is to be kept clear, or the least: the bottom if it can be. */
export function clearEdge(): Edge {
  return covered(0, MESSAGE_PX) < covered(innerHeight - MESSAGE_PX, innerHeight) ? "top" : "bottom";
}

/** Classes of the list of messages, by `data-edge`. */
export const toastRegionClass =
  "fixed right-0 z-[60] w-full max-w-md px-4 py-[max(1rem,env(safe-area-inset-bottom))] outline-none data-[edge=bottom]:bottom-0 data-[edge=top]:top-0 print:hidden";
