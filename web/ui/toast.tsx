import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { VISIBLE_TOASTS } from "./toast-constants.ts";
import { removeToast, toastStore, type ShownToast } from "./toast-store.ts";

export { closeToasts, toast } from "./toast-store.ts";

const load = () => import("./toast-list.tsx");
const ToastList = lazy(() => load().catch(() => ({ default: PlainList })));

const none: readonly ShownToast[] = [];

/** Shows the messages of `toast()`; render it once, near the root. Its code is loaded with the first click, key press or message. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none);
  const [needed, setNeeded] = useState(false);
  if (toasts.length > 0 && !needed) setNeeded(true);
  useEffect(() => {
    const prepare = () => void load().catch(() => {});
    window.addEventListener("pointerdown", prepare, { once: true });
    window.addEventListener("keydown", prepare, { once: true });
    return () => {
      window.removeEventListener("pointerdown", prepare);
      window.removeEventListener("keydown", prepare);
    };
  }, []);
  return needed ? (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  ) : null;
}

/** Fallback without Radix, when its code can't be loaded: such as for a message about a lost connection. */
function PlainList({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <div role="alert" className="fixed right-0 bottom-0 z-[60] grid w-full max-w-md gap-2 p-4">
      {toasts.slice(0, VISIBLE_TOASTS).map(({ id, title, description, action }) => (
        <p key={id} className="rounded-md border wrap-anywhere bg-popover p-4 text-popover-foreground shadow-float">
          <strong>{title}</strong> {description}{" "}
          {action ? (
            <button type="button" className="mr-4 underline" onClick={action.onClick}>
              {action.label}
            </button>
          ) : null}
          <button type="button" className="underline" onClick={() => removeToast(id)}>
            Close
          </button>
        </p>
      ))}
    </div>
  );
}
