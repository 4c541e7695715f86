import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Subscription & Billing");

export default function SubscriptionBilling() {
  return (
    <Screen
      title="Subscription & Billing"
      lead="This page is still being built. To change your plan, your card or to cancel, write to us and we will do it for you."
    />
  );
}
