import { BookOpenText, Clock, Gem, HeartHandshake } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { VOICES } from "../../../shared/voices.ts";
import { Article } from "./article.tsx";
import { FeatureGrid, type Feature } from "./feature-grid.tsx";
import { publicPage } from "./public-page.ts";
import { TrialButton } from "./trial-button.tsx";

export const meta = () =>
  publicPage({
    path: "/features",
    name: "Features",
    description: `What ${BRAND.product} does: personal sermons from Scripture, read to you in a calm voice, with a picture of their own, at any hour.`,
    preview: "olive",
  });

const voices = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(VOICES);

const features: Feature[] = [
  {
    icon: BookOpenText,
    title: "AI-Powered Brilliance",
    picture: "lamp",
    description:
      "An opening that names your situation, a passage that speaks to it, steps you can take, and a prayer at the end.",
  },
  {
    icon: HeartHandshake,
    title: "Personal Connection",
    picture: "well",
    description: `Written about what you wrote, in a voice you choose: ${voices}.`,
  },
  {
    icon: Clock,
    title: "Available 24/7",
    picture: "stars",
    description: "Grief keeps no office hours. Ask at three in the morning and it is ready within minutes.",
  },
  {
    icon: Gem,
    title: "Premium Quality",
    picture: "wheat",
    description:
      "Clear audio that lights each word as it is read, a picture of its own, and pages set like those of a good book.",
  },
];

export default function Features() {
  return (
    <Article
      title="Features"
      lead="Four things, done with care: a text that answers yours, a voice that takes its time, a page that is good to read, and an hour that suits you."
      picture="olive"
    >
      <FeatureGrid features={features} heading="h2" onFirstScreen />
      <TrialButton />
    </Article>
  );
}
