import { LockKeyhole, Sparkles } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { SECOND_FACTOR } from "../../../shared/messages/auth.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { LoginForm } from "../../features/auth/login-form.tsx";
import { readAwaitingConfirmation } from "../../features/auth/pending-sign-up.ts";
import { SecondFactorStep } from "../../features/auth/second-factor-step.tsx";
import { useBrowserValue } from "../../lib/hydrated.ts";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Welcome Back", `Sign in to ${BRAND.product}: your sermons, to read and hear again.`);

const features = [
  {
    icon: Sparkles,
    title: "AI-Powered Sermons",
    description: "Bring what is on your heart. A sermon is written for it, spoken, and given a picture.",
  },
  { icon: LockKeyhole, title: "Secure Access", description: "Your sermons are yours: nobody else can read or hear them." },
];

export default function Login() {
  const { status } = useAuth();
  const awaitingConfirmation = useBrowserValue(readAwaitingConfirmation, null);
  if (status === "second-factor") {
    return (
      <Screen title={SECOND_FACTOR.title}>
        <SecondFactorStep />
      </Screen>
    );
  }
  const isNew = awaitingConfirmation !== null;
  return (
    <Screen title="Welcome Back" lead={isNew ? "Confirm your address first." : "Sign in to go on where you left off."}>
      <div className="grid gap-12 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] md:gap-16 lg:gap-24">
        <LoginForm awaitingConfirmation={awaitingConfirmation} />
        <ul className="grid max-w-md content-start gap-8">
          {features.map(({ icon: Icon, title, description }) => (
            <li key={title} className="grid gap-2 border-t pt-5">
              <Icon className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
              <h2 className="text-lg">{title}</h2>
              <p className="text-muted-foreground">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </Screen>
  );
}
