import { Check } from "lucide-react";
import { BASE_MINUTES, PRICE_CENTS_PER_MINUTE, PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from "../../ui/card.tsx";
import { TrialButton } from "./trial-button.tsx";

const [price, period] = PRICE_LABEL.split("/");

const included = [
  `${TRIAL_DAYS} days free, with ${TRIAL_SERMONS} sermons, one each day`,
  "Then a personal sermon whenever you want one, of five or ten minutes, in any of six voices",
  `${BASE_MINUTES} minutes of recordings each month, twelve sermons of five minutes; more for $${(PRICE_CENTS_PER_MINUTE / 100).toFixed(2)} each`,
  "A library of your own, to read, hear and download",
  "Cancel anytime",
];

/** The product's one plan. Its flag hangs from the card's edge (docs/decisions/048-the-frame.md). */
export function PricingCard() {
  return (
    <Card className="relative max-w-md gap-6 border-2 border-primary p-8 pt-10">
      <Badge variant="lamp" className="absolute top-0 left-8 -translate-y-1/2 border-primary px-3 py-1">
        Limited Time Offer
      </Badge>
      <CardHeader className="gap-3">
        <CardTitle>Daily Sermon</CardTitle>
        <p>
          <span className="font-serif text-5xl">{price}</span>
          <span className="text-muted-foreground"> / {period}</span>
        </p>
        <CardDescription>Nothing is charged in the first {TRIAL_DAYS} days.</CardDescription>
      </CardHeader>
      <ul className="grid gap-2.5">
        {included.map((line) => (
          <li key={line} className="flex gap-3">
            <Check className="mt-1 size-4 shrink-0 text-primary" aria-hidden />
            {line}
          </li>
        ))}
      </ul>
      <CardFooter>
        <TrialButton />
      </CardFooter>
    </Card>
  );
}
