import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Subscription & Billing");

export default function SubscriptionBilling() {
  return <Screen title="Subscription & Billing" lead="Billing is managed here." />;
}
