import { useNavigate } from "react-router";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { BillingScreen } from "../../features/billing/billing-screen.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Subscription & Billing");

export default function SubscriptionBilling() {
  const { user } = useAuth();
  const navigate = useNavigate();
  return (
    <Screen title="Subscription & Billing" lead="Your plan, your card, and what has been charged.">
      {user ? (
        <BillingScreen buyer={{ userId: user.id, email: user.email ?? "" }} onCancelled={() => void navigate("/dashboard")} />
      ) : null}
    </Screen>
  );
}
