import { useEffect, useRef } from "react";
import type { CrisisAnswer } from "../../../../shared/endpoints/sermons.ts";
import { Button } from "../../../ui/button.tsx";

type ShownCrisis = Pick<CrisisAnswer, "certain" | "message" | "helplines" | "language" | "words">;

/** Shown for a withheld text whose request has ended, since the server's crisis answer was sent only to that request. */
export const FALLBACK_CRISIS = {
  certain: true,
  message:
    "There is no sermon here, because what you wrote needs a person more than a text. Please do not stay alone with it: call or message one of the lines below, or someone you trust, and tell them.",
  helplines: [
    {
      name: "Emergency services",
      contact: "112, or your local emergency number",
      href: "tel:112",
      note: "When someone is in danger right now",
    },
    {
      name: "Find a Helpline",
      contact: "findahelpline.com",
      href: "https://findahelpline.com",
      note: "Free, confidential lines in over 130 countries",
    },
  ],
} satisfies ShownCrisis;

const ENGLISH = {
  helpTitle: "You do not have to carry this alone",
  callNow: "Call now",
  back: "Back to the form",
} satisfies CrisisAnswer["words"];
/** Where it is not certain that somebody is in danger. */
export const UNCERTAIN_TITLE = "Is someone in danger?";
/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar"]);

const CALLABLE = /^(tel:|sms:|https:\/\/)/;

interface CrisisPanelProps {
  crisis: ShownCrisis;
  onBack: () => void;
  /** The person says that nobody is in danger; asked only where the danger is not certain. */
  onNobodyInDanger?: () => void;
}

/** Shown in place of a sermon: a message and helplines, in the language of the topic. Stays until the person closes it. */
export function CrisisPanel({ crisis, onBack, onNobodyInDanger }: CrisisPanelProps) {
  const { certain, message, helplines, language, words = ENGLISH } = crisis;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: "start" });
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-crisis=""
      lang={language}
      dir={language !== undefined && RIGHT_TO_LEFT.has(language) ? "rtl" : undefined}
      aria-labelledby="crisis-title"
      className="grid max-w-3xl scroll-mt-6 gap-6 rounded-md border border-s-4 border-s-lamp bg-card p-6 sm:p-10"
    >
      <h2 id="crisis-title" className="text-2xl sm:text-3xl">
        {certain ? words.helpTitle : UNCERTAIN_TITLE}
      </h2>
      <p className="max-w-measure font-serif text-reading">{message}</p>
      <ul className="grid border-t">
        {helplines.map(({ name, contact, href, note }) => (
          <li key={name} className="grid gap-x-6 gap-y-1 border-b py-4 sm:grid-cols-[1fr_auto] sm:items-center">
            <div>
              <p className="font-semibold">{name}</p>
              <p className="text-muted-foreground">{note}</p>
            </div>
            {CALLABLE.test(href) ? (
              <Button asChild variant="outline" className="justify-self-start text-wrap sm:justify-self-end">
                <a
                  href={href}
                  aria-label={language !== undefined && href.startsWith("tel:") ? `${words.callNow}: ${contact}` : undefined}
                  {...(href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
                >
                  {contact}
                </a>
              </Button>
            ) : (
              <p>{contact}</p>
            )}
          </li>
        ))}
      </ul>
      {language === undefined && (
        <p className="text-sm text-muted-foreground">Nothing of what you wrote was saved, and no sermon was counted.</p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!certain && (
          <Button variant="outline" className="h-auto min-h-11 text-wrap" onClick={onNobodyInDanger}>
            Nobody is in danger: write the sermon
          </Button>
        )}
        <Button variant="ghost" className="px-0 hover:bg-transparent hover:underline" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </section>
  );
}
