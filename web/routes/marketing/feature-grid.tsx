import type { LucideIcon } from "lucide-react";
import { CARD_PICTURES, CARD_SIZE, type CardPictureName } from "../../../shared/previews.ts";

export interface Feature {
  icon: LucideIcon;
  title: string;
  description: string;
  picture: CardPictureName;
}

interface FeatureGridProps {
  features: Feature[];
  /** One level below the heading above the grid. */
  heading: "h2" | "h3";
  /** Its first card is seen before anything is scrolled, on a phone too: its picture is the largest there, and is fetched first. */
  onFirstScreen?: boolean;
}

/** Grid of features, each a card with its picture. */
export function FeatureGrid({ features, heading: Heading, onFirstScreen = false }: FeatureGridProps) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {features.map(({ icon: Icon, title, description, picture }, index) => (
        <li key={title} className="grid content-start overflow-hidden rounded-md border bg-card">
          <img
            src={`/previews/card-${picture}.webp`}
            alt={CARD_PICTURES.find(({ name }) => name === picture)?.alt}
            {...CARD_SIZE}
            {...(onFirstScreen && index === 0 ? { fetchPriority: "high" } : { loading: "lazy" })}
            className="aspect-[2/1] w-full bg-muted object-cover"
          />
          <div className="grid content-start gap-2 p-5">
            <Icon className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
            <Heading className="text-lg">{title}</Heading>
            <p className="text-muted-foreground">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
