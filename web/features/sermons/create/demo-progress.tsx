import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "../../../ui/toast.tsx";
import { StepList } from "./step-list.tsx";
import { STEPS, type StepName, type StepStatus } from "./steps.ts";

const STEP_MS = 2000;

/** A timed demonstration of the three steps (docs/product.md#member-screens). */
export function DemoProgress({ onDone }: { onDone: () => void }) {
  const [finished, setFinished] = useState(0);
  const done = useEffectEvent(() => {
    toast({ title: "The demonstration is over", description: "No sermon was made. Yours begins with a topic." });
    onDone();
  });
  useEffect(() => {
    if (finished === STEPS.length) return done();
    const timer = setTimeout(() => setFinished(finished + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [finished]);
  const status = (name: StepName): StepStatus => {
    const place = STEPS.findIndex(([step]) => step === name);
    if (place === finished) return "in-progress";
    return place < finished ? "completed" : "pending";
  };
  return <StepList steps={{ text: status("text"), voice: status("voice"), image: status("image") }} />;
}
