import { useCallback, useRef, useState } from "react";
import { leaveHeadingFocused } from "./leave-heading-focused.ts";

/**
 * Returns the focus to where it was when a dialog closes. Radix does so only for dialogs with a trigger; most of ours are loaded by the
 * click that opens them and have none.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const remember = useCallback(() => {
    opener.current = document.activeElement;
  }, []);
  const returnFocus = useCallback((event: Event) => {
    leaveHeadingFocused(event);
    if (event.defaultPrevented) return;
    if (!(opener.current instanceof HTMLElement) || opener.current === document.body || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  }, []);
  return { remember, returnFocus };
}

/** Notes what has the focus. Render it as the dialog's first child: it does so before a child of the dialog can take the focus. */
export function RememberOpener({ remember }: { remember: () => void }) {
  useState(remember);
  return null;
}
