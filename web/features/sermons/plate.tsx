import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cn } from "../../lib/cn.ts";
import { toast } from "../../ui/toast.tsx";
import { imageQuery } from "./media.ts";

const PLACEHOLDER = "/placeholder.svg";

/** A sermon's picture, or the placeholder when it has none or it does not load. It adds nothing that the words do not say. */
export function Plate({ path, className }: { path: string | null; className?: string }) {
  const { data } = useQuery({ ...imageQuery(path ?? ""), enabled: path !== null });
  const [broken, setBroken] = useState(false);
  const address = path === null || broken ? PLACEHOLDER : data;
  return (
    <div className={cn("overflow-hidden rounded-md bg-muted", className)}>
      {address ? (
        <img
          src={address}
          alt=""
          className="size-full object-cover"
          onError={() => {
            if (broken || path === null) return;
            setBroken(true);
            toast({ title: "Image Load Error", description: "Could not load image. Using placeholder instead." });
          }}
        />
      ) : null}
    </div>
  );
}
