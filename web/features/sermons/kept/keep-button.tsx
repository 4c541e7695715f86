import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDownToLine, CircleCheck } from "lucide-react";
import type { ComponentProps } from "react";
import { KEPT } from "../../../../shared/messages/kept.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { keep, takeOff, useKeeping } from "./keeping.ts";
import { canKeep } from "./kept-files.ts";
import { keptQuery } from "./kept-sermon.ts";
import { expectedBytes, sizeText } from "./size.ts";

interface KeepButtonProps {
  id: string;
  userId: string;
  /** How long the recording is; 0 while that is not known. */
  seconds: number;
  buttonProps: Pick<ComponentProps<typeof Button>, "variant" | "size" | "className">;
}

/** Keeps the sermon on this device, or takes it off again, and says how far that is. */
export function KeepButton({ id, userId, seconds, buttonProps }: KeepButtonProps) {
  const client = useQueryClient();
  const percent = useKeeping(id);
  const { data } = useQuery(keptQuery(userId));
  if (!canKeep() || !data) return null;
  const isKept = data.sermons.some(({ sermon }) => sermon.id === id);
  async function change() {
    if (percent !== null) return;
    if (!isKept) return keep(client, userId, id);
    await takeOff(client, userId, [id]);
    toast({ title: KEPT.isRemoved, local: true });
  }
  const Icon = isKept ? CircleCheck : ArrowDownToLine;
  const size = seconds > 0 && !isKept ? `, ${sizeText(expectedBytes(seconds))}` : "";
  return (
    <Button
      {...buttonProps}
      aria-disabled={percent !== null || undefined}
      aria-busy={percent !== null}
      title={isKept ? KEPT.remove : undefined}
      onClick={() => void change()}
    >
      <Icon aria-hidden />
      {percent === null ? (isKept ? KEPT.kept : KEPT.keep + size) : KEPT.keeping(percent)}
    </Button>
  );
}
