import { lazy, useEffect, useState, type ComponentType } from "react";
import { BRAND } from "../../shared/brand.ts";
import { toast } from "./toast.tsx";

const MISSING = {
  title: "This could not be opened",
  description: `The network may be weak, or ${BRAND.product} was updated after you opened this page.`,
  variant: "destructive",
  durationMs: 10_000,
} as const;

/** Says that a part of the page did not arrive, and offers to reload: after an update the server has it under another name. */
export function tellMissing(): void {
  toast({ ...MISSING, action: { label: "Reload the page", onClick: () => location.reload() } });
}

interface Openable {
  open?: boolean;
  onClose?: () => void;
}

/**
 * A part whose code is loaded when it is first rendered, such as a dialog. If that fails it says so and closes, the page around it stays
 * with all that was typed, and the next one that is opened tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  const attempt = () => lazy(() => load().catch(() => ({ default: Missing })));
  function Missing({ open = true, onClose }: Props & Openable) {
    useEffect(() => {
      if (!open) return;
      next = attempt();
      tellMissing();
      onClose?.();
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once each time that it is opened
    }, [open]);
    return null;
  }
  let next = attempt();
  return function LazyPart(props: Props) {
    const [Part] = useState(() => next);
    return <Part {...props} />;
  };
}
