/** The backdrop behind a dialog. */
export const overlayClass = "fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-leave data-[state=open]:animate-enter";

/** The dialog's panel, centred; small screens leave 16 px at each side and scroll inside it. */
export const panelClass =
  "fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-5 " +
  "overflow-y-auto rounded-md border bg-popover p-6 text-popover-foreground shadow-float";
