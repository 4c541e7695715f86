import { useQuery } from "@tanstack/react-query";
import { Link2, Mail, Megaphone, Share2 } from "lucide-react";
import { Suspense, useState, type ComponentProps } from "react";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { sermonLinksQuery } from "./sermon-links.ts";
import { shareLinks } from "./share-links.ts";

const ShareDialog = lazyPart(() => import("./share-dialog.tsx"));

const WAYS = [
  { way: "post", label: "Post", Icon: Megaphone, newTab: true },
  { way: "share", label: "Share", Icon: Share2, newTab: true },
  { way: "mail", label: "Email", Icon: Mail, newTab: false },
] as const;

interface ShareButtonsProps {
  sermonId: string;
  title: string;
  topic: string | undefined;
  /** Looks of the buttons. */
  buttonProps: Pick<ComponentProps<typeof Button>, "variant" | "size" | "className">;
}

/**
 * Post, Share and Email hand on a link that opens the sermon for everybody who has it. The first of them asks; then they lead to X,
 * Facebook and the mail program.
 */
export function ShareButtons({ sermonId, title, topic, buttonProps }: ShareButtonsProps) {
  const [asking, setAsking] = useState(false);
  // Only what the dialog has loaded: a sermon that is opened to be heard asks for no links.
  const { data: links } = useQuery({ ...sermonLinksQuery(sermonId), enabled: false });
  const open = links?.find(({ state }) => state === "open");
  return (
    <>
      {WAYS.map(({ way, label, Icon, newTab }) =>
        open ? (
          <Button key={way} {...buttonProps} asChild>
            <a href={shareLinks(open.address)[way]} {...(newTab && { target: "_blank", rel: "noopener noreferrer" })}>
              <Icon aria-hidden />
              {label}
            </a>
          </Button>
        ) : (
          <Button key={way} {...buttonProps} aria-haspopup="dialog" onClick={() => setAsking(true)}>
            <Icon aria-hidden />
            {label}
          </Button>
        ),
      )}
      {open ? (
        <Button {...buttonProps} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          <Link2 aria-hidden />
          Links
        </Button>
      ) : null}
      {asking ? (
        <Suspense>
          <ShareDialog sermonId={sermonId} title={title} topic={topic} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
