import { ScrollArea as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

const HIDE_DELAY_MS = 600;

interface ScrollAreaProps extends ComponentProps<typeof Primitive.Root> {
  /** Classes of the scrolling element: set the height limit here, such as `max-h-[600px]`. */
  viewportClassName?: string;
  /** False where the area has no height limit and the page scrolls instead. */
  scrolls?: boolean;
}

/** The viewport can be focused, so that it scrolls by keyboard (WCAG 2.1.1); give the area an `aria-label`. All of it is printed. */
export function ScrollArea({
  className,
  viewportClassName,
  scrolls = true,
  children,
  "aria-label": label,
  ...props
}: ScrollAreaProps) {
  return (
    <Primitive.Root
      scrollHideDelay={HIDE_DELAY_MS}
      className={cn("relative overflow-hidden print:overflow-visible", className)}
      {...props}
    >
      {/* Radix lays the content out as a table, which a long word would make wider than the area. */}
      <Primitive.Viewport
        tabIndex={scrolls ? 0 : undefined}
        role={label ? "region" : undefined}
        aria-label={label}
        className={cn("size-full rounded-md *:block! print:max-h-none! print:overflow-visible!", viewportClassName)}
      >
        {children}
      </Primitive.Viewport>
      <Primitive.Scrollbar orientation="vertical" className="flex w-2 touch-none p-px select-none">
        <Primitive.Thumb className="flex-1 rounded-full bg-input" />
      </Primitive.Scrollbar>
    </Primitive.Root>
  );
}
