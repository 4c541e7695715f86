import { UserRound } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

interface AvatarProps extends ComponentProps<"span"> {
  /** The picture; until it has loaded, and when it can't be, the generic user icon stands there. */
  src?: string | null | undefined;
}

/** A person, round. Says nothing to assistive technology: their name stands beside it, or labels the link around it. */
export function Avatar({ src, className, ...props }: AvatarProps) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <span
      className={cn(
        "relative inline-grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-muted text-muted-foreground",
        className,
      )}
      {...props}
    >
      {src && src === loaded ? null : <UserRound className="size-1/2" aria-hidden />}
      {/* A picture that fails, with an empty description, leaves nothing in its place (HTML, "Images" in rendering). */}
      {src ? (
        <img key={src} src={src} alt="" onLoad={() => setLoaded(src)} className="absolute inset-0 size-full object-cover" />
      ) : null}
    </span>
  );
}
