import { useEffect, useState } from "react";

/** The value once it has not changed for `pause` milliseconds; until then `before`. */
export function useSettled<Value>(value: Value, pause: number, before: Value): Value {
  const [settled, setSettled] = useState(before);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
