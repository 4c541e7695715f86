import { BookOpenText, Feather, HandHeart, Users } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { BASE_MINUTES, PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { Card, CardTitle } from "../../ui/card.tsx";
import { Article } from "./article.tsx";
import { FeatureGrid, type Feature } from "./feature-grid.tsx";
import { publicPage } from "./public-page.ts";
import { TrialButton } from "./trial-button.tsx";

export const meta = () =>
  publicPage({
    path: "/about",
    name: "About",
    description: `What ${BRAND.product} is, for whom it is made, and what it does not pretend to be: a companion to faith, never a replacement.`,
    preview: "hills",
  });

const features: Feature[] = [
  {
    icon: HandHeart,
    title: "For a heavy heart",
    picture: "sea",
    description: "Bring the thing that keeps you awake. The sermon begins there, not with a theme of the week.",
  },
  {
    icon: Feather,
    title: "For Saturday night",
    picture: "city",
    description: "Pastors bring tomorrow’s text and get a draft to argue with, not one to read out.",
  },
  {
    icon: BookOpenText,
    title: "Rooted in Scripture",
    picture: "vine",
    description: "Every quotation is checked word for word against a named translation.",
  },
  {
    icon: Users,
    title: "Beside your church",
    picture: "table",
    description: "A companion to faith and fellowship. It can’t pray with you, sit with you or know you.",
  },
];

const offers = [
  [
    "During the free trial",
    [
      `${TRIAL_DAYS} days without charge`,
      `${TRIAL_SERMONS} sermons, one each day`,
      "Five minutes each, in any of six voices",
      "Everything you make stays yours",
    ],
  ],
  [
    "With Premium",
    [
      `${PRICE_LABEL}, cancel anytime`,
      "A personal sermon whenever you want one, of five or ten minutes",
      `${BASE_MINUTES} minutes of recordings each month`,
      "More minutes whenever you need them",
    ],
  ],
] as const;

export default function About() {
  return (
    <Article
      title={`About ${BRAND.product}`}
      picture="hills"
      lead="People do not light a lamp to hide it; they put it on a stand, and it gives light to everyone in the house. This is a small stand for that lamp: it turns what is on your mind into a sermon you can read and hear tonight."
    >
      <FeatureGrid features={features} heading="h2" onFirstScreen />
      <div className="grid gap-6 md:grid-cols-2">
        {offers.map(([title, lines]) => (
          <Card key={title}>
            <CardTitle>{title}</CardTitle>
            <ul className="grid list-disc gap-2 pl-5 marker:text-muted-foreground">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <TrialButton />
    </Article>
  );
}
