/**
 * `onCloseAutoFocus` of menus: a menu gives the focus back to its button when it closes, but not if a link of it has opened a page whose
 * heading has the focus by then (shell/route-focus.tsx).
 */
export function leaveHeadingFocused(event: Event): void {
  if (document.activeElement?.matches("h1")) event.preventDefault();
}
