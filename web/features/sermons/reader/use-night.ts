import { useEffect } from "react";

/** Dims the whole page while a sermon is read (app.css). */
export function useNight(night: boolean): void {
  useEffect(() => {
    if (!night) return;
    const { dataset } = document.documentElement;
    dataset["night"] = "";
    return () => void delete dataset["night"];
  }, [night]);
}
