import { Avatar as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export function Avatar({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root className={cn("inline-flex size-10 shrink-0 overflow-hidden rounded-full bg-muted", className)} {...props} />
  );
}

/** Shown where there is no picture. */
export function AvatarFallback({ className, ...props }: ComponentProps<typeof Primitive.Fallback>) {
  return (
    <Primitive.Fallback
      className={cn("grid size-full place-items-center text-muted-foreground [&_svg]:size-1/2", className)}
      {...props}
    />
  );
}

/** The picture; until it has loaded, and when it can't be, the fallback stands there. */
export function AvatarImage({ className, ...props }: ComponentProps<typeof Primitive.Image>) {
  return <Primitive.Image className={cn("size-full object-cover", className)} {...props} />;
}
