import { useEffect, useState, type RefObject } from "react";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { remainingMinutes } from "./plan.ts";

interface PurchaseArrivedProps {
  quota: NonNullable<SubscriptionStatus["quota"]>;
  /** What contains the topic form. */
  form: RefObject<HTMLElement | null>;
}

/** After a purchase: how many minutes there are now, and that the words stand where they were left, if there are any. */
export function PurchaseArrived({ quota, form }: PurchaseArrivedProps) {
  const [hasTopic, setHasTopic] = useState(false);
  useEffect(() => setHasTopic(Boolean(form.current?.querySelector("textarea")?.value.trim())), [form]);
  const left = remainingMinutes(quota);
  return (
    <p role="status" className="border-l-2 border-lamp pl-3">
      You have {left} {left === 1 ? "minute" : "minutes"} now.{hasTopic ? " Your topic is still here." : ""}
    </p>
  );
}
