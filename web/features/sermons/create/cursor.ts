let cursor: [number, number] | null = null;

/** Notes where the cursor is in a field that another one replaces. */
export function leaveCursor(field: HTMLTextAreaElement): void {
  cursor = document.activeElement === field ? [field.selectionStart, field.selectionEnd] : null;
}

/** Puts the cursor where it was in the field that this one replaces. */
export function takeCursor(field: HTMLTextAreaElement): void {
  if (!cursor) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(...cursor);
  cursor = null;
}
