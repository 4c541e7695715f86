import { OFFLINE } from "../../../shared/messages/offline.ts";
import { LinesByCountry } from "../../features/support/lines-by-country.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Button } from "../../ui/button.tsx";
import { Article } from "./article.tsx";
// oxlint-disable-next-line import/default -- the plugin in vite.config.ts makes the default export
import offlineScript from "./offline-script.ts?inline-script";

export const meta = () => [...pageTitle(OFFLINE.title), { name: "robots", content: "noindex" }];

/** Shown by the service worker where a page needs the network (docs/product.md#offline). Somebody in need may be offline too. */
export default function Offline() {
  return (
    <Article title={OFFLINE.title} lead={OFFLINE.page}>
      <div className="grid max-w-measure gap-12">
        <Button size="lg" className="justify-self-start" data-reload>
          Try Again
        </Button>
        <section className="grid gap-4">
          <h2 className="text-2xl">If you need somebody now</h2>
          <p>
            A telephone needs no internet. Call the emergency number of the place where you are: from a mobile phone, 112 reaches
            help in most countries. These lines listen and help, by country:
          </p>
          <LinesByCountry />
        </section>
      </div>
      <script dangerouslySetInnerHTML={{ __html: offlineScript }} />
    </Article>
  );
}
