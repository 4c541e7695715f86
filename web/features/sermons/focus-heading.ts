/** Leads the focus to the page's heading, where what had it is gone. */
export function focusHeading(): void {
  pageHeading()?.focus();
}

/** The page's heading, ready to take the focus. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  return heading;
}
