import { BRAND } from "../../../shared/brand.ts";
import { Card, CardTitle } from "../../ui/card.tsx";
import { SiteLink } from "../../shell/site-link.tsx";
import { Article } from "./article.tsx";
import { LastChanged, Prose } from "./prose.tsx";
import { publicPage } from "./public-page.ts";

export const meta = () =>
  publicPage({
    path: "/privacy",
    name: "Privacy",
    description: `What ${BRAND.product} stores about you, who else ever sees it, and how you take it with you or delete it.`,
    preview: "lamp",
  });

export default function Privacy() {
  return (
    <Article title="Privacy" lead="What you write here may be what you tell no one else. This is how it is kept.">
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <CardTitle>Data Protection</CardTitle>
          <p>
            Every sermon belongs to one account and can be read by that account alone, unless you give it away by a link; the
            database itself enforces this on each row and file. Our administrators’ screens show messages to support, never topics
            or sermons; of a link that was reported they have the address. Recordings are reached through links that expire.
            Topics, sermon texts and email addresses are kept out of our logs.
          </p>
        </Card>
        <Card>
          <CardTitle>Your Control</CardTitle>
          <p>
            Delete a sermon, and its topic, text, recording and picture go with it. Under{" "}
            <SiteLink to="/security" className="link">
              Security
            </SiteLink>{" "}
            you download everything we hold about you, take back your consent, see where you are signed in, and delete your
            account with all that is in it.
          </p>
        </Card>
      </div>
      <Prose>
        <LastChanged date="2026-11-26" />

        <h2>What is stored</h2>
        <ul>
          <li>Your account: email address, name, a hash of your password, and a picture if you upload one.</li>
          <li>
            Your sermons: the topic as you wrote it, the text, the recording and the picture, where you stopped listening, and the
            country that your browser names, for the helplines under a sermon that touches danger.
          </li>
          <li>
            Links by which you give a sermon away: what you chose to show, and how often the recording was begun. Of those who
            open one nothing is kept.
          </li>
          <li>Your subscription: its state, dates and minutes. Card numbers go to the payment provider and never reach us.</li>
          <li>Messages you send us through the contact page, and our answers.</li>
          <li>For safety: when and from which network address you signed in, kept for 90 days unless the law asks for longer.</li>
        </ul>

        <h2>Faith is sensitive</h2>
        <p>
          What people believe is protected by law in a special way, and a topic can reveal it. By itself the product writes,
          speaks and paints with programs on its own server, and nothing you write leaves it. Where this site is set up to use an
          outside service for the text or the voice, you are asked first, told by name who would get what, and nothing is sent
          until you agree. You can take that back under Security at any time. An outside service that paints the picture is given
          a scene and a mood, never your words.
        </p>
        <p>Your topics and sermons are not used to train any model, by us or, on our behalf, by anyone else.</p>

        <h2>When a topic sounds like danger</h2>
        <p>
          A program reads each topic for signs that somebody may come to harm. If it finds them, no sermon is written and you are
          shown people to call. Such a topic is not stored, not logged and not passed on, and nobody is alerted.
        </p>

        <h2>Who else receives something</h2>
        <ul>
          <li>The payment provider: your address, your card and what you pay. It keeps invoices as long as tax law demands.</li>
          <li>The email service that carries our emails to you: your address and the email.</li>
          <li>An outside writer or voice, only after you agreed: the topic, or the text that is to be spoken.</li>
          <li>
            A podcast app, only if you open your private podcast feed and give it the address: title, text, recording and picture
            of your sermons, not your topics.
          </li>
          <li>Nobody else. There is no advertising, no tracking across sites, no analytics service and no sale of data.</li>
        </ul>

        <h2>In your browser</h2>
        <p>
          There are no cookies. Your browser stores your session, your choice of light or dark, the last known state of your
          subscription, a topic that you have typed until its sermon is written or you sign out, and notes that an unfinished
          sign-up needs. Sermons that you keep offline lie in your browser too, with their recordings and pictures, until you take
          them off or sign out. Fonts, pictures and scripts come from our own server.
        </p>

        <h2>How long</h2>
        <p>
          Sermons stay until you delete them, the topic of one that failed and the account until you delete the account. Deleting
          an account ends the subscription first, then removes files, rows and the account itself; it goes on by itself if it is
          interrupted, and an email tells you when it is done. What remains: invoices at the payment provider, a record without
          your name that a trial was used, and the list of sign-ins until it is swept. Of a message to support it stays known that
          it was written and when, without your words and address.
        </p>

        <h2>Your rights</h2>
        <p>
          You may see, correct, take with you and delete what we hold, object to its use, and complain to the authority for data
          protection where you live. Most of it you can do yourself under Security; for the rest write to{" "}
          <a className="link" href={`mailto:${BRAND.supportEmail}`}>
            {BRAND.supportEmail}
          </a>
          . We answer within a month, usually within a day. The service is not meant for children under 16.
        </p>
      </Prose>
    </Article>
  );
}
