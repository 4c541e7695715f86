import { Clock, Mail } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { ContactForm } from "../../features/contact/contact-form.tsx";
// oxlint-disable-next-line import/default -- the plugin in vite.config.ts makes the default export
import contactScript from "../../features/contact/contact-script.ts?inline-script";
import { ContactToasts } from "../../features/contact/contact-toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Article } from "./article.tsx";
import { publicPage } from "./public-page.ts";

export const meta = () =>
  publicPage({
    path: "/contact",
    name: "Contact",
    description: `How to reach the people behind ${BRAND.product}: write a message or an email, and have an answer within 24 hours.`,
    preview: "lamp",
  });

export default function Contact() {
  return (
    <Article title="Contact" lead="A question, a fault, a word of thanks: a person reads it.">
      <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-20">
        <ContactForm />
        <div className="grid content-start gap-6 md:max-lg:grid-cols-2">
          <Card>
            <Mail className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
            <CardHeader>
              <CardTitle>Email support</CardTitle>
              <CardDescription>
                Write to {BRAND.supportEmail}. If it is about your account, use the address you signed up with.
              </CardDescription>
            </CardHeader>
            <Button asChild variant="outline" className="self-start">
              <a href={`mailto:${BRAND.supportEmail}`}>Write an email</a>
            </Button>
          </Card>
          <Card>
            <Clock className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
            <CardHeader>
              <CardTitle>Quick response</CardTitle>
              <CardDescription>
                You have an answer within 24 hours. If you are in danger or thinking of ending your life, do not wait for us: call
                the emergency number of your country, or find a helpline near you at findahelpline.com.
              </CardDescription>
            </CardHeader>
          </Card>
        </div>
      </div>
      <ContactToasts />
      <script dangerouslySetInnerHTML={{ __html: contactScript }} />
    </Article>
  );
}
