// Used by toast-list.tsx and by the contact page's toasts, which run without React (features/contact/contact-toasts.tsx).

/** docs/product.md#toasts */
export const TOAST_DURATION_MS = 5_000;
export const SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = "F8";
/** More wait until one of these has closed. */
export const VISIBLE_TOASTS = 3;

export const toastClass =
  "flex animate-enter items-start gap-3 rounded-md border bg-popover p-4 text-popover-foreground shadow-float";
/** Its text: an address or a word without a break wraps. */
export const toastTextClass = "grid min-w-0 flex-1 gap-1 wrap-anywhere";
export const destructiveToastClass = "border-l-4 border-l-destructive";
export const closeToastClass = "-m-3 grid size-11 place-items-center rounded-md hover:bg-muted";
