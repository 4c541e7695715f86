import { AudioLines, BookOpenText, Image, Smartphone, Timer } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { TRIAL_DAYS } from "../../../shared/constants.ts";
import { PUBLIC_URL_PLACEHOLDER } from "../../../shared/site.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SiteLink } from "../../shell/site-link.tsx";
import { FeatureGrid, type Feature } from "./feature-grid.tsx";
import { Lamp } from "./lamp.tsx";
import { PricingCard } from "./pricing-card.tsx";
import { ORGANIZATION, publicPage } from "./public-page.ts";
import { SampleSermon } from "./sample-sermon.tsx";
import { TrialButton } from "./trial-button.tsx";

export const meta = () =>
  publicPage({
    path: "/",
    name: "Uplifting AI Sermons",
    description: `${BRAND.tagline} Say what weighs on you; read it, hear it, keep it. Rooted in Scripture, free for ${TRIAL_DAYS} days.`,
    preview: "lamp",
    data: [
      ORGANIZATION,
      {
        "@type": "WebSite",
        name: BRAND.product,
        url: `${PUBLIC_URL_PLACEHOLDER}/`,
        publisher: { "@id": ORGANIZATION["@id"] },
      },
    ],
  });

const features: Feature[] = [
  {
    icon: BookOpenText,
    title: "AI-Powered Brilliance",
    picture: "lamp",
    description: "A sermon built around your own words, with Scripture quoted exactly and named by chapter and verse.",
  },
  {
    icon: AudioLines,
    title: "Crystal-Clear Audio",
    picture: "river",
    description: "Six voices, an unhurried pace, and every word lit on the page as it is spoken.",
  },
  {
    icon: Image,
    title: "Stunning Visuals",
    picture: "mountain",
    description: "A picture for each sermon: a quiet landscape with one light in it.",
  },
  {
    icon: Timer,
    title: "Instant Creation",
    picture: "hills",
    description: "Ready within minutes, at any hour, and kept in a library only you can open.",
  },
];

const steps = [
  ["Share Your Need", "A sentence is enough: a worry, a text for Sunday, a person you can’t forgive."],
  ["AI Generation", "The sermon is written, read aloud and given its picture, one after another."],
  ["Listen & Reflect", "Read along, listen with your eyes closed, come back to it tomorrow."],
] as const;

export default function Home() {
  return (
    <>
      <section className="page grid gap-12 py-12 md:py-16 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
        <div className="grid content-start justify-items-start gap-6 lg:pt-8">
          <Badge variant="outline" className="whitespace-normal">
            <Smartphone className="size-3.5" aria-hidden />
            Mobile apps for iOS and Android are coming soon
          </Badge>
          <h1 className="text-5xl md:text-6xl">Uplifting AI Sermons</h1>
          <p className="max-w-measure text-lg text-muted-foreground">
            Say what is on your heart. A few minutes later you have a sermon of your own, rooted in Scripture, read to you in a
            calm voice. A companion to your faith, never a replacement for it.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button asChild size="lg">
              <SiteLink to="/about">Transform Your Life Now</SiteLink>
            </Button>
            <Button asChild size="lg" variant="outline">
              <SiteLink to="/how-it-works">Start Here</SiteLink>
            </Button>
          </div>
          <Lamp className="mt-10 hidden w-72 justify-self-center lg:block" />
        </div>
        <SampleSermon />
      </section>

      <section className="border-t">
        <div className="page grid gap-10 py-16 md:py-20">
          <h2 className="text-3xl md:text-4xl">What you are given</h2>
          <FeatureGrid features={features} heading="h3" />
          <TrialButton label="Start Your Journey" />
        </div>
      </section>

      <section className="border-t">
        <div className="page grid gap-12 py-16 md:py-20 lg:grid-cols-2">
          <div className="grid content-start gap-8">
            <h2 className="text-3xl md:text-4xl">How It Works</h2>
            <ol className="grid gap-6">
              {steps.map(([title, description], index) => (
                <li key={title} className="grid grid-cols-[3rem_1fr]">
                  <span className="font-serif text-3xl text-primary" aria-hidden>
                    {index + 1}
                  </span>
                  <div className="grid gap-1">
                    <h3 className="text-xl">{title}</h3>
                    <p className="max-w-md text-muted-foreground">{description}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
          <div className="lg:justify-self-end">
            <PricingCard />
          </div>
        </div>
      </section>
    </>
  );
}
