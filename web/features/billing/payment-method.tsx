import type { BillingOverview } from "../../../shared/endpoints/billing.ts";
import { Button } from "../../ui/button.tsx";
import { cardName } from "./card-name.ts";
import { usePortal } from "./provider-page.ts";

/** The card that is charged, with a button to change it. */
export function PaymentMethod({ overview: { card, plan } }: { overview: BillingOverview }) {
  const portal = usePortal();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      {card ? (
        <p className="text-lg">
          {cardName(card)}{" "}
          <span className="text-base text-muted-foreground">
            expires {String(card.expMonth).padStart(2, "0")}/{String(card.expYear).slice(-2)}
          </span>
        </p>
      ) : (
        <p className="text-muted-foreground">No card is charged.</p>
      )}
      {plan ? (
        <Button variant="link" className="px-0" disabled={portal.isOpening} onClick={() => portal.open()}>
          {portal.isOpening ? "Opening billing portal..." : "Update payment method"}
        </Button>
      ) : null}
    </div>
  );
}
