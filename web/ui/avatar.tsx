import { UserRound } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

interface AvatarProps extends ComponentProps<"span"> {
  /** The picture's address. A generic user icon shows until it has loaded, or when it fails. */
  src?: string | null | undefined;
}

/** A person's round picture. Hidden from assistive technology: the name is shown beside it or labels the link around it. */
export function Avatar({ src, className, ...props }: AvatarProps) {
  const [loaded, setLoaded] = useState<string>();
  const [broken, setBroken] = useState<string>();
  return (
    <span
      className={cn(
        "relative inline-grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-muted text-muted-foreground",
        className,
      )}
      {...props}
    >
      {src && src === loaded ? null : <UserRound className="size-1/2" aria-hidden />}
      {src && src !== broken ? (
        <img
          key={src}
          src={src}
          alt=""
          onLoad={() => setLoaded(src)}
          // Some browsers draw a frame with a broken picture in it, so it is taken away.
          onError={() => setBroken(src)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}
