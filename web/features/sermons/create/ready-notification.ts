/** Holds the id of the generation whose end is to be told, in this tab. */
const KEY = "tell-when-ready";

/** Whether this browser can show a notification from a page. Chrome on Android can't: it has only those of service workers. */
export const canNotify = (): boolean =>
  typeof Notification !== "undefined" && Notification.permission !== "denied" && !/Android/.test(navigator.userAgent);

export function isToBeTold(generationId: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === generationId;
  } catch {
    return false;
  }
}

/** Asks for permission where that is needed; resolves to whether the person will be told. */
export async function askToBeTold(generationId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  try {
    sessionStorage.setItem(KEY, generationId);
    return true;
  } catch {
    return false; // Storage is unavailable.
  }
}

/** Shows the notification if it was asked for. Its text names neither topic nor title: others may see the screen. */
export function notifyReady(generationId: string, onOpen: () => void): void {
  if (!isToBeTold(generationId) || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification("Your sermon is ready", { tag: generationId, icon: "/apple-touch-icon.png" });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    onOpen();
  });
}
