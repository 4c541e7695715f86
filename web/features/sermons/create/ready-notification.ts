/** Holds the id of the generation whose end is to be told, in this tab. */
const KEY = "tell-when-ready";
const TITLE = "Your sermon is ready";

/** On phones pages show no notifications themselves: their service worker does. */
const isPhone = (): boolean => /Android|iPhone|iPad/.test(navigator.userAgent);
const hasWorker = (): boolean => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;

/** Whether this browser can show a notification. */
export const canNotify = (): boolean =>
  typeof Notification !== "undefined" && Notification.permission !== "denied" && (!isPhone() || hasWorker());

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
  const options = { tag: generationId, icon: "/apple-touch-icon.png" };
  if (isPhone()) {
    // A tap on it is the worker's to answer (web/worker/open-notified.ts).
    const told = { ...options, data: `/sermon/${generationId}` };
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification(TITLE, told));
    return;
  }
  const shown = new Notification(TITLE, options);
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    onOpen();
  });
}
