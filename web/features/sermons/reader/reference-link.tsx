import { useContext, type ReactNode } from "react";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import { OpenPassage } from "./passage.ts";

/** A Bible reference in the text; opens its passage. Stops the click, which would otherwise seek to its sentence. */
export function ReferenceLink({ reference, children }: { reference: PrintedReference; children: ReactNode }) {
  const open = useContext(OpenPassage);
  if (!open) return children;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="inline cursor-pointer rounded-[0.2em] text-start underline decoration-lamp decoration-dotted underline-offset-4 hover:decoration-solid print:no-underline"
      onClick={(event) => {
        event.stopPropagation();
        // Safari does not focus a button that is clicked; the sheet gives the focus back to what had it.
        event.currentTarget.focus();
        open(reference);
      }}
    >
      {children}
    </button>
  );
}
