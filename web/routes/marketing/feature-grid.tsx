import type { LucideIcon } from "lucide-react";

export interface Feature {
  icon: LucideIcon;
  title: string;
  description: string;
}

interface FeatureGridProps {
  features: Feature[];
  /** One level below the heading above the grid. */
  heading: "h2" | "h3";
}

/** Grid of features. */
export function FeatureGrid({ features, heading: Heading }: FeatureGridProps) {
  return (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {features.map(({ icon: Icon, title, description }) => (
        <li key={title} className="grid content-start gap-2 border-t pt-5">
          <Icon className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
          <Heading className="text-lg">{title}</Heading>
          <p className="text-muted-foreground">{description}</p>
        </li>
      ))}
    </ul>
  );
}
