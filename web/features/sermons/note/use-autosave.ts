import { useEffect, useMemo, useState } from "react";

export type Saving = "saved" | "waiting" | "failed";

/** One save at a time: the newest text is the last to be stored. */
function createAutosave(save: (text: string) => Promise<void>, pause: number, tell: (state: Saving) => void) {
  let waiting: string[] = [];
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function saveWaiting(): Promise<void> {
    running = true;
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      waiting = [];
      try {
        await save(text);
        if (waiting.length === 0) tell("saved");
      } catch {
        // Kept for the next try, unless more was typed meanwhile.
        waiting.unshift(text);
        tell("failed");
        break;
      }
    }
    running = false;
  }

  function flush(): void {
    clearTimeout(timer);
    if (!running) void saveWaiting();
  }

  function change(text: string): void {
    waiting.push(text);
    tell("waiting");
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  }
  return { change, flush };
}

/** Saves what is typed after a pause, and at once when the field or the page is left. `save` stays the same. */
export function useAutosave(save: (text: string) => Promise<void>, pause: number) {
  const [state, setState] = useState<Saving | null>(null);
  const { change, flush } = useMemo(() => createAutosave(save, pause, setState), [save, pause]);
  useEffect(() => {
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", flush);
      flush();
    };
  }, [flush]);
  return { state, change, flush };
}
