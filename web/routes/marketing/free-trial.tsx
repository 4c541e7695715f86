import { BRAND } from "../../../shared/brand.ts";
import {
  BASE_MINUTES,
  PRICE_CENTS_PER_MINUTE,
  PRICE_CENTS_PER_MONTH,
  PRICE_LABEL,
  TRIAL_DAYS,
  TRIAL_SERMONS,
} from "../../../shared/constants.ts";
import { PUBLIC_URL_PLACEHOLDER } from "../../../shared/site.ts";
import { Article } from "./article.tsx";
import { PricingCard } from "./pricing-card.tsx";
import { ORGANIZATION, publicPage } from "./public-page.ts";
import { Questions, type Question } from "./questions.tsx";

const description = `${BRAND.product} is free for ${TRIAL_DAYS} days with ${TRIAL_SERMONS} sermons, one each day, then ${PRICE_LABEL}. Cancel anytime, in two clicks.`;

export const meta = () =>
  publicPage({
    path: "/free-trial",
    name: "Pricing",
    description,
    preview: "path",
    data: [
      {
        "@type": "Product",
        name: `${BRAND.product} Premium`,
        description,
        image: `${PUBLIC_URL_PLACEHOLDER}/previews/path.jpg`,
        brand: { "@type": "Brand", name: BRAND.product },
        offers: {
          "@type": "Offer",
          url: `${PUBLIC_URL_PLACEHOLDER}/free-trial`,
          price: (PRICE_CENTS_PER_MONTH / 100).toFixed(2),
          priceCurrency: "USD",
          availability: "https://schema.org/InStock",
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price: (PRICE_CENTS_PER_MONTH / 100).toFixed(2),
            priceCurrency: "USD",
            billingDuration: "P1M",
          },
          seller: ORGANIZATION,
        },
      },
    ],
  });

const minutePrice = `$${(PRICE_CENTS_PER_MINUTE / 100).toFixed(2)}`;

const days = [
  ["Today", "You give a card, and nothing is taken from it. Your first sermon is ready a few minutes later."],
  [
    `Days 1 to ${TRIAL_DAYS}`,
    "One sermon in each 24 hours, of five minutes, in any voice. Your account shows when the trial ends.",
  ],
  [
    `After day ${TRIAL_DAYS}`,
    `${PRICE_LABEL} is charged, and again each month, until you cancel. If you cancel before, nothing is.`,
  ],
] as const;

const questions: Question[] = [
  [
    "How do I cancel?",
    "Under Billing, with Cancel Subscription. It takes two clicks and no letter. In the trial nothing is ever charged then; later you keep access to the end of the month you paid for.",
  ],
  [
    "Why do you ask for a card at the start?",
    "So that one person has one trial, and so that your sermons go on without a gap if you stay. The card is typed on our payment provider’s own page; its number never reaches us.",
  ],
  [
    `What are the ${BASE_MINUTES} minutes?`,
    `Each paid month holds ${BASE_MINUTES} minutes of recordings: twelve sermons of five minutes, or six of ten. Reading and listening again cost nothing. What you do not use does not move to the next month.`,
  ],
  [
    "And if I need more?",
    `Further minutes cost ${minutePrice} each. You buy as many as you like, once, and they stay until you use them. The month’s own minutes are used first.`,
  ],
  [
    "What does a failed sermon cost?",
    "Nothing. A day or the minutes count only when you get your sermon; if something fails on our side, they are given back by themselves.",
  ],
  [
    "What happens to my sermons when I leave?",
    "They stay in your library, to read, hear and download, for as long as you keep the account. If you delete the account, they go with it.",
  ],
];

export default function FreeTrial() {
  return (
    <Article
      title={`One plan, ${TRIAL_DAYS}\u00a0days to try it`}
      lead={`Free for ${TRIAL_DAYS} days, with ${TRIAL_SERMONS} sermons, one each day. Then ${PRICE_LABEL}, and you can cancel anytime.`}
      picture="path"
    >
      <div className="grid gap-12 lg:grid-cols-[minmax(0,34rem)_1fr] lg:gap-16">
        <PricingCard />
        <section className="grid content-start gap-6">
          <h2 className="text-2xl md:text-3xl">How the first days go</h2>
          <ol className="grid gap-6">
            {days.map(([day, text]) => (
              <li key={day} className="grid gap-1 border-l-2 pl-5">
                <h3 className="text-lg">{day}</h3>
                <p className="text-muted-foreground">{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <section className="grid gap-6">
        <h2 className="text-2xl md:text-3xl">About the money</h2>
        <Questions questions={questions} name="pricing" />
      </section>
    </Article>
  );
}
