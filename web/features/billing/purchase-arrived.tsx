import { useSyncExternalStore, type RefObject } from "react";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { remainingMinutes } from "./plan.ts";

/** Whether the form within holds a topic. */
function useHasTopic(form: RefObject<HTMLElement | null>): boolean {
  const subscribe = (onChange: () => void) => {
    const element = form.current;
    element?.addEventListener("input", onChange);
    return () => element?.removeEventListener("input", onChange);
  };
  return useSyncExternalStore(
    subscribe,
    () => Boolean(form.current?.querySelector("textarea")?.value.trim()),
    () => false,
  );
}

interface PurchaseArrivedProps {
  quota: NonNullable<SubscriptionStatus["quota"]>;
  /** What contains the topic form. */
  form: RefObject<HTMLElement | null>;
}

/** After a purchase: how many minutes there are now, and that the words stand where they were left, if there are any. */
export function PurchaseArrived({ quota, form }: PurchaseArrivedProps) {
  const hasTopic = useHasTopic(form);
  const left = remainingMinutes(quota);
  return (
    <output className="block border-l-2 border-lamp pl-3">
      You have {left} {left === 1 ? "minute" : "minutes"} now.{hasTopic ? " Your topic is still here." : ""}
    </output>
  );
}
