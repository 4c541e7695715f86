import { AudioLines, PenLine } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS, WORDS_PER_MINUTE } from "../../../shared/constants.ts";
import { Card, CardDescription, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Article } from "./article.tsx";
import { publicPage } from "./public-page.ts";
import { TrialButton } from "./trial-button.tsx";

export const meta = () =>
  publicPage({
    path: "/how-it-works",
    name: "How It Works",
    description: `How ${BRAND.product} makes a sermon from one sentence of yours, how it is read aloud, and what it costs: free for ${TRIAL_DAYS} days, then ${PRICE_LABEL}.`,
    preview: "path",
  });

export default function HowItWorks() {
  return (
    <Article
      title={`Free for ${TRIAL_DAYS} days, then ${PRICE_LABEL}`}
      picture="path"
      lead="You write a sentence, choose a voice and a length, and wait a few minutes. This is what happens meanwhile."
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <PenLine className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
          <CardHeader>
            <CardTitle>AI-Powered Generation</CardTitle>
            <CardDescription>
              A program chooses a passage that speaks to what you wrote, and builds the sermon around it: five or ten minutes
              long, with steps for the days ahead and a prayer. Each quotation is compared with the Bible’s text before you see
              it.
            </CardDescription>
          </CardHeader>
        </Card>
        <Card>
          <AudioLines className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
          <CardHeader>
            <CardTitle>Voice Synthesis</CardTitle>
            <CardDescription>
              The voice you chose reads it at about {WORDS_PER_MINUTE} words a minute, the pace of someone in no hurry. The page
              follows along, and the recording is yours to download.
            </CardDescription>
          </CardHeader>
        </Card>
      </div>
      <TrialButton />
    </Article>
  );
}
