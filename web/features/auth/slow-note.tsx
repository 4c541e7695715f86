import { useEffect, useState } from "react";
import { LOGIN } from "../../../shared/messages/auth.ts";

const SLOW_MS = 8_000;

/** Says that something takes longer than usual, when it has been busy for a while. */
export function SlowNote({ busy }: { busy: boolean }) {
  return <output className="text-sm text-muted-foreground empty:hidden">{busy ? <AfterAWhile /> : null}</output>;
}

function AfterAWhile() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow ? LOGIN.slow : null;
}
