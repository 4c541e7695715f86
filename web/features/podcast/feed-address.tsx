import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { PODCAST, PODCAST_APPS } from "../../../shared/messages/podcast.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: PODCAST.copied });
  } catch {
    toast({ title: PODCAST.copyFailed, variant: "destructive", local: true });
  }
}

/** The address of a feed, the one time that it is known, and where to put it. It takes the focus, since it has just appeared. */
export function FeedAddress({ address }: { address: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <div className="grid w-full max-w-measure gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <Field label={PODCAST.addressLabel} hint={PODCAST.shownOnce} className="min-w-0 flex-1 basis-64">
          <Input ref={input} readOnly value={address} spellCheck={false} autoComplete="off" />
        </Field>
        <Button variant="outline" className="sm:mt-7" onClick={() => void copy(address)}>
          <Copy aria-hidden />
          {PODCAST.copy}
        </Button>
      </div>
      <h3 className="text-lg">{PODCAST.howToAdd}</h3>
      <dl className="grid gap-2 sm:grid-cols-[auto_1fr] sm:gap-x-6">
        {PODCAST_APPS.map(([name, where]) => (
          <div key={name} className="sm:contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted-foreground">{where}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
