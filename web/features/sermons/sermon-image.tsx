import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { seededRandom } from "../../../shared/seeded-random.ts";
import { waitForNetwork } from "../../lib/ask-again.ts";
import { cn } from "../../lib/cn.ts";
import { useOnline } from "../../lib/online.ts";
import { toast } from "../../ui/toast.tsx";
import { imageQuery, pictureTextQuery } from "./media.ts";

/** A picture that does not load is fetched again, after these pauses or when the network is back, before another one takes its place. */
const PAUSES_MS = [1000, 3000];

const STOCK_PICTURES = 8;
const PLACEHOLDER = "/placeholder.svg";

/** One of our stock pictures, the same for the same sermon (docs/product.md#pictures). */
function stockPicture(id: string): string {
  return `/stock/${1 + Math.floor(seededRandom(id)() * STOCK_PICTURES)}.webp`;
}

interface SermonImageProps {
  sermonId: string;
  path: string | null;
  /** Set the picture's alternative text. Not in lists, where the title is beside the picture. */
  withAltText?: boolean;
  className?: string;
}

/** A sermon's picture, or a stock picture when it has none or it does not load. */
export function SermonImage({ sermonId, path, withAltText = false, className }: SermonImageProps) {
  const { data } = useQuery({ ...imageQuery(path ?? ""), enabled: path !== null });
  const { data: text } = useQuery({ ...pictureTextQuery(path ?? ""), enabled: withAltText && path !== null });
  const [failures, setFailures] = useState(path === null ? 1 : 0);
  const [fetched, setFetched] = useState(0);
  const online = useOnline();
  const [wasOnline, setWasOnline] = useState(online);
  if (online !== wasOnline) {
    setWasOnline(online);
    // What could not be loaded for want of a network is asked for again.
    if (online && path !== null) {
      setFailures(0);
      setFetched(0);
    }
  }
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const left = new AbortController();
    const fetchAgain = async () => {
      await waitForNetwork(PAUSES_MS[fetched] ?? 0, left.signal);
      if (left.signal.aborted) return;
      setFetched(fetched + 1);
      setWaiting(false);
    };
    void fetchAgain();
    return () => left.abort();
  }, [isWaiting, fetched]);
  const address = [data, stockPicture(sermonId), PLACEHOLDER][failures];
  return (
    <div className={cn("overflow-hidden rounded-md bg-muted", className)}>
      {address && !isWaiting ? (
        <img
          key={failures}
          src={address}
          alt={failures === 0 ? (text ?? "") : ""}
          loading={withAltText ? "eager" : "lazy"}
          className="size-full object-cover"
          onError={() => {
            if (failures === 0 && fetched < PAUSES_MS.length) return setWaiting(true);
            if (failures === 0 && online)
              toast({ title: "Image Load Error", description: "Could not load image. Using placeholder instead." });
            // After the last one nothing but the quiet ground remains: no broken picture.
            setFailures(failures + 1);
          }}
        />
      ) : null}
    </div>
  );
}
