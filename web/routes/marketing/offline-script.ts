import { OFFLINE_PAGE } from "../../../shared/site.ts";

// Inlined into the offline page, which carries no React. The page can be used without it.

const isAtItsOwnAddress = location.pathname === OFFLINE_PAGE;

/** Opens what was asked for. At the page's own address nothing was. */
const leave = () => (isAtItsOwnAddress ? location.replace("/") : location.reload());

if (isAtItsOwnAddress && navigator.onLine) leave();

// Whoever is already on the way to another page is not called back: a reload that starts meanwhile would win over it.
const whenOnline = new AbortController();
addEventListener("online", leave, { signal: whenOnline.signal });
addEventListener("beforeunload", () => whenOnline.abort());

/** The country in the browser's language ("en-GB"); "001" is the world. */
const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? "001";
(document.getElementById(`lines-${region}`) ?? document.getElementById("lines-001"))?.setAttribute("open", "");
