import { useSyncExternalStore } from "react";
import { readTheme, setTheme, type Theme } from "../../lib/theme.ts";

const CHOICES: [Theme, string][] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "As on this device"],
];

/** Subscribes to changes of the theme, also by the header's button: both set the class of the root element. */
function onChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Chooses the theme, which is stored in this browser. */
export function ThemeChoice() {
  const chosen = useSyncExternalStore(onChange, readTheme);
  return (
    <fieldset className="grid content-start gap-3">
      <legend className="mb-1 font-medium">Theme</legend>
      <p className="text-sm text-muted-foreground">Light like paper, or dark for reading at night. It is kept in this browser.</p>
      {CHOICES.map(([theme, label]) => (
        <label key={theme} className="flex min-h-11 items-center gap-3 rounded-md border px-3 has-checked:border-primary">
          <input
            type="radio"
            name="theme"
            className="size-4 accent-primary"
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
