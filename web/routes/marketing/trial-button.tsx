import { Button } from "../../ui/button.tsx";
import { PlaceLink } from "../layout/place-link.tsx";

export function TrialButton({ label = "Start Your Free Trial" }: { label?: string }) {
  return (
    <Button asChild size="lg" className="justify-self-start">
      <PlaceLink to="/sign-up">{label}</PlaceLink>
    </Button>
  );
}
