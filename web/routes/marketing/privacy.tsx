import { BRAND } from "../../../shared/brand.ts";
import { pageTitle } from "../layout/page-title.ts";
import { Article } from "./article.tsx";
import { Prose } from "./prose.tsx";
import { Card, CardTitle } from "../../ui/card.tsx";

export const meta = () => pageTitle("Privacy", `What ${BRAND.product} stores about you, and what you can do about it.`);

export default function Privacy() {
  return (
    <Article title="Privacy" lead="What you write here may be what you tell no one else. This is how it is kept.">
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <CardTitle>Data Protection</CardTitle>
          <p>
            Every sermon belongs to one account and can be read by that account alone; the database itself enforces this on each
            row and file. Recordings are reached through links that expire. Topics, sermon texts and mail addresses are kept out
            of our logs.
          </p>
        </Card>
        <Card>
          <CardTitle>Your Control</CardTitle>
          <p>
            Delete a sermon and its recording and picture are deleted with it. For a copy of everything we hold about you, or to
            have your account deleted, write to{" "}
            <a className="link" href={`mailto:${BRAND.supportEmail}`}>
              {BRAND.supportEmail}
            </a>
            .
          </p>
        </Card>
      </div>
      <Prose>
        <h2>What is stored</h2>
        <ul>
          <li>Your account: e-mail address, name, a hash of your password, and a picture if you upload one.</li>
          <li>Your sermons: the topic as you wrote it, the text, the recording and the picture.</li>
          <li>Your subscription: its state and dates. Card numbers go to the payment provider and never reach us.</li>
          <li>Messages you send us, and our answers.</li>
        </ul>
        <h2>Faith is sensitive</h2>
        <p>
          What people believe is protected by law in a special way, and a topic can reveal it. Where an outside service writes or
          speaks the sermon, your topic is sent to it only after you have agreed to that.
        </p>
        <h2>What is not done</h2>
        <p>
          There is no advertising, no tracking across sites and no sale of data. Fonts and scripts come from our own server. Your
          browser stores your session, your choice of light or dark, and notes that an unfinished sign-up or a lost connection
          needs.
        </p>
      </Prose>
    </Article>
  );
}
