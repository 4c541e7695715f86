import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { askToBeTold, canNotify, isToBeTold } from "./ready-notification.ts";

/** Offers a notification of the browser when the sermon is ready; nothing where there is none, or the person has said no. */
export function TellMe({ generationId }: { generationId: string }) {
  const [answer, setAnswer] = useState<"yes" | "no" | null>(() => (isToBeTold(generationId) ? "yes" : null));
  if (answer === "no" || !canNotify()) return null;
  if (answer === "yes") return <p className="text-muted-foreground">You will be told when it is ready.</p>;
  const ask = async () => setAnswer((await askToBeTold(generationId)) ? "yes" : "no");
  return (
    <Button variant="outline" onClick={() => void ask()}>
      <Bell aria-hidden />
      Tell me when it is ready
    </Button>
  );
}
