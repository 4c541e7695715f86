import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Article } from "./article.tsx";
import { publicPage } from "./public-page.ts";
import { Questions, type Question } from "./questions.tsx";

const questions: Question[] = [
  [
    `What is ${BRAND.product}?`,
    "A place to get a sermon about what you are going through. You write a topic; it gives you a text rooted in Scripture, a recording of it and a picture. It stands beside your faith and your church, and replaces neither.",
  ],
  [
    "How does the generation work?",
    "A program reads your topic, chooses a fitting passage, and puts the sermon together: from texts that people wrote for it, or with a language model, where one is set up. If that model is a service elsewhere, you are told which before it gets your words, and asked. Then a voice reads it aloud and a picture is made. The three steps take a few minutes, and the result is saved to your library by itself, even if you close the page.",
  ],
  [
    "Can I make it my own?",
    "Yes. You write the topic in your own words, choose one of six voices, and, as a subscriber, choose between five and ten minutes.",
  ],
  [
    "Is what I write safe and private?",
    "Your sermons can be opened by you alone. Topics and texts are kept out of our logs. You can delete a sermon at any time, and its recording and picture go with it. The privacy page says the rest.",
  ],
  [
    "Can I take a sermon with me?",
    "Yes. The recording downloads as an MP3 file, and the text exports as a plain text file that any program opens. A sermon can also be saved as a PDF, a Word file or an e-book.",
  ],
  [
    "How do I get started?",
    `Create an account and confirm your email address. The first ${TRIAL_DAYS} days are free, with ${TRIAL_SERMONS} sermons, one each day. After that it is ${PRICE_LABEL}, and you can cancel whenever you like.`,
  ],
];

export const meta = () =>
  publicPage({
    path: "/faqs",
    name: "FAQ",
    description: `Six questions about ${BRAND.product}, answered: what it is, how a sermon is made, how to make it your own, what stays private, how to take it with you, how to begin.`,
    preview: "stars",
    data: [
      {
        "@type": "FAQPage",
        mainEntity: questions.map(([name, text]) => ({ "@type": "Question", name, acceptedAnswer: { "@type": "Answer", text } })),
      },
    ],
  });

export default function Faqs() {
  return (
    <Article
      title="Frequently asked questions"
      lead={
        <>
          Six answers. If yours is not among them,{" "}
          <SiteLink to="/contact" className="link">
            write to us
          </SiteLink>
          .
        </>
      }
    >
      <Questions questions={questions} name="faq" firstOpen />
    </Article>
  );
}
