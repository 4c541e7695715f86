import { BRAND } from "../../../shared/brand.ts";
import { CrisisLines } from "../../features/support/crisis-lines.tsx";
import { TopicList } from "../../features/support/topic-list.tsx";
import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Help & Support");

export default function Support() {
  return (
    <Screen title="Help & Support" lead="Answers to what people ask most, and people to turn to.">
      <p className="max-w-measure border-l-2 border-lamp pl-4">
        If you are in danger, or thinking of ending your life, do not wait for an answer from us:{" "}
        <a href="#crisis" className="link">
          see whom to call now
        </a>
        .
      </p>
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
        <div className="grid gap-12">
          <section aria-labelledby="topics" className="grid gap-6">
            <h2 id="topics" className="text-2xl">
              Questions and answers
            </h2>
            <TopicList />
            <p className="max-w-measure text-muted-foreground">
              What {BRAND.product} is and how a sermon is made stands under{" "}
              <SiteLink to="/faqs" className="link">
                Frequently asked questions
              </SiteLink>
              .
            </p>
          </section>
          <section aria-labelledby="contact" className="grid justify-items-start gap-4">
            <h2 id="contact" className="text-2xl">
              Write to us
            </h2>
            <p className="max-w-measure text-muted-foreground">
              A person answers within 24 hours. Or send an email to{" "}
              <a href={`mailto:${BRAND.supportEmail}`} className="link wrap-anywhere">
                {BRAND.supportEmail}
              </a>
              .
            </p>
            <Button asChild variant="outline">
              <SiteLink to="/contact">Contact Support</SiteLink>
            </Button>
          </section>
        </div>
        <section aria-labelledby="crisis" className="grid gap-4">
          <h2 id="crisis" tabIndex={-1} className="scroll-mt-6 text-2xl outline-none">
            When it cannot wait
          </h2>
          <CrisisLines />
        </section>
      </div>
    </Screen>
  );
}
