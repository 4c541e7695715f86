import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation within the app: announces the new page's title to screen readers and focuses its heading. Rendered before the
 * page, so that a page that focuses something itself does so later, and keeps it.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const region = useRef<HTMLParagraphElement>(null);
  const shownPath = useRef(pathname);
  const focusedBefore = useRef<Element | null>(null);
  // Before the new page's `autoFocus` and layout effects.
  useLayoutEffect(() => {
    focusedBefore.current = document.activeElement;
  });
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (region.current) region.current.textContent = document.title;
    // A redirect while the first page loads, before anything was pressed, is no navigation of the person's.
    const { userActivation }: Partial<Navigator> = navigator;
    if (userActivation && !userActivation.hasBeenActive) return;
    return focusHeading(focusedBefore.current);
  }, [pathname]);
  return <p ref={region} aria-live="polite" className="sr-only" />;
}

/** Focuses the page's heading, now or when it appears, unless the page or the person has moved the focus within the page meanwhile. */
function focusHeading(focusedBefore: Element | null): (() => void) | undefined {
  const content = document.getElementById("content");
  if (!content) return;
  const isMoved = () => {
    const focused = document.activeElement;
    return focused !== focusedBefore && focused !== content && content.contains(focused);
  };
  const settle = () => {
    const heading = content.querySelector("h1");
    if (!heading || isMoved()) return isMoved();
    heading.tabIndex = -1;
    // The scroll position is the router's: the top, or the former one after Back.
    heading.focus({ preventScroll: true });
    return true;
  };
  if (settle()) return;
  const observer = new MutationObserver(() => {
    if (settle()) observer.disconnect();
  });
  observer.observe(content, { childList: true, subtree: true });
  return () => observer.disconnect();
}
