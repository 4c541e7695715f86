import { LayoutGrid, List } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import type { LibraryView } from "./library-view.ts";

const VIEWS = [
  ["grid", "Show as grid", LayoutGrid],
  ["list", "Show as list", List],
] as const;

export function ViewChoice({ view, onChange }: { view: LibraryView; onChange: (view: LibraryView) => void }) {
  return (
    <div className="flex">
      {VIEWS.map(([name, label, Icon]) => (
        <Button
          key={name}
          variant="ghost"
          size="icon"
          aria-label={label}
          aria-pressed={view === name}
          className="text-muted-foreground aria-pressed:bg-muted aria-pressed:text-foreground"
          onClick={() => onChange(name)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}
