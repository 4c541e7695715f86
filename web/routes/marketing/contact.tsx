import { Clock, Mail } from "lucide-react";
import { BRAND } from "../../../shared/brand.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "../../ui/card.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { Article } from "./article.tsx";

export const meta = () => pageTitle("Contact", `How to reach the people behind ${BRAND.product}.`);

export default function Contact() {
  return (
    <Article title="Contact" lead="A question, a fault, a word of thanks: a person reads it.">
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <Mail className="size-6 text-primary" strokeWidth={1.5} aria-hidden />
          <CardHeader>
            <CardTitle>Email support</CardTitle>
            <CardDescription>
              Write to {BRAND.supportEmail}. If it is about your account, use the address you signed up with.
            </CardDescription>
          </CardHeader>
          <Button asChild className="self-start">
            <a href={`mailto:${BRAND.supportEmail}`}>Write an e-mail</a>
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
    </Article>
  );
}
