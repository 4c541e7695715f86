import { Copy, Mail, Megaphone, QrCode as QrIcon, Send, Share2 } from "lucide-react";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/input.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SHARE_TEXT, shareLinks } from "./share-links.ts";

const QrCode = lazyPart(() => import("./qr-code.tsx"));

const newTab = { target: "_blank", rel: "noopener noreferrer" };

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: "Link copied" });
  } catch {
    toast({ title: "The link could not be copied", variant: "destructive", local: true });
  }
}

/** The device's own sheet. A person who closes it again has not failed. */
function send(title: string, address: string) {
  void navigator.share({ title, text: SHARE_TEXT, url: address }).catch(() => {});
}

/** An open link, and every way to hand it on. It takes the focus, since it comes in place of the form that made it. */
export function OpenLink({ address, title }: { address: string; title: string }) {
  const [showsCode, setShowsCode] = useState(false);
  const id = useId();
  const links = shareLinks(address);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const canSend = "share" in navigator;
  return (
    <div className="grid gap-3">
      <div className="flex gap-2">
        <Input ref={field} readOnly aria-label="The link" value={address} dir="ltr" onFocus={({ target }) => target.select()} />
        <Button onClick={() => void copy(address)}>
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
      <div className="-mx-2 flex flex-wrap gap-x-1">
        <Button variant="ghost" className="px-3" asChild>
          <a href={links.post} {...newTab}>
            <Megaphone aria-hidden />
            Post
          </a>
        </Button>
        <Button variant="ghost" className="px-3" asChild>
          <a href={links.share} {...newTab}>
            <Share2 aria-hidden />
            Share
          </a>
        </Button>
        <Button variant="ghost" className="px-3" asChild>
          <a href={links.mail}>
            <Mail aria-hidden />
            Email
          </a>
        </Button>
        {canSend ? (
          <Button variant="ghost" className="px-3" onClick={() => send(title, address)}>
            <Send aria-hidden />
            More ways
          </Button>
        ) : null}
        <Button
          variant="ghost"
          className="px-3"
          aria-expanded={showsCode}
          aria-controls={id}
          onClick={() => setShowsCode(!showsCode)}
        >
          <QrIcon aria-hidden />
          QR code
        </Button>
      </div>
      <div id={id} className="grid" hidden={!showsCode}>
        {showsCode ? (
          <Suspense fallback={<Spinner label="Loading..." />}>
            <QrCode address={address} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}
