import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { seededRandom } from "../../../shared/seeded-random.ts";
import { waitForNetwork } from "../../lib/ask-again.ts";
import { cn } from "../../lib/cn.ts";
import { isOnline } from "../../lib/online.ts";
import { toast } from "../../ui/toast.tsx";
import { imageQuery, pictureTextQuery } from "./media.ts";

/** A picture that does not load is fetched again after these pauses, or when the network is back; then that alone helps, and another one takes its place. */
const PAUSES_MS = [1000, 3000];
const ATTEMPTS = PAUSES_MS.length + 1;

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
  /** Of its own picture. */
  const [failures, setFailures] = useState(path === null ? ATTEMPTS : 0);
  const [isDue, setDue] = useState(true);
  /** Of what stands in for it. */
  const [standInFailures, setStandInFailures] = useState(0);
  const isGivenUp = failures === ATTEMPTS;
  useEffect(() => {
    if (path === null || failures === 0) return;
    const left = new AbortController();
    const askAgain = async () => {
      await waitForNetwork(PAUSES_MS[failures - 1] ?? null, left.signal);
      if (left.signal.aborted) return;
      if (failures === ATTEMPTS) setFailures(0);
      setDue(true);
    };
    void askAgain();
    return () => left.abort();
  }, [path, failures]);
  const fail = () => {
    setFailures(failures + 1);
    setDue(false);
    setStandInFailures(0);
    if (failures + 1 === ATTEMPTS && isOnline())
      toast({ title: "Image Load Error", description: "Could not load image. Using placeholder instead." });
  };
  // After the last one nothing but the quiet ground remains: no broken picture.
  const standIn = [stockPicture(sermonId), PLACEHOLDER][standInFailures];
  const address = isGivenUp ? standIn : isDue ? data : undefined;
  return (
    <div className={cn("overflow-hidden rounded-md bg-muted", className)}>
      {address ? (
        <img
          key={address}
          src={address}
          alt={isGivenUp ? "" : (text ?? "")}
          loading={withAltText ? "eager" : "lazy"}
          className="size-full object-cover"
          onError={isGivenUp ? () => setStandInFailures(standInFailures + 1) : fail}
        />
      ) : null}
    </div>
  );
}
