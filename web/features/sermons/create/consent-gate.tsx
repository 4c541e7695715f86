import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import type { Disclosure } from "../../../../shared/disclosure.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { consentQuery } from "./consent.ts";

const ConsentDialog = lazyPart(async () => ({ default: (await import("./consent-dialog.tsx")).ConsentDialog }));

interface ConsentGate {
  /** Calls `then(wish)` at once if consent is given or not needed, else after the person agrees in the dialog. */
  before: <T>(wish: T, then: (wish: T) => unknown) => Promise<void>;
  /** The consent dialog while it is open; render it. */
  dialog: ReactNode;
}

export function useConsentGate(userId: string): ConsentGate {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ disclosure: Disclosure; wish: () => unknown } | null>(null);
  return {
    before: async (wish, then) => {
      // If the consent can't be fetched, go on at once: the server refuses without it, and no sermon is begun later on words of now.
      const query = { ...consentQuery(userId), networkMode: "always", retry: false } as const;
      const consent = await client.fetchQuery(query).catch(() => null);
      if (consent && !consent.agreed) setAsked({ disclosure: consent.disclosure, wish: () => then(wish) });
      else then(wish);
    },
    dialog: asked ? (
      <Suspense fallback={null}>
        <ConsentDialog
          userId={userId}
          disclosure={asked.disclosure}
          onAgreed={() => {
            setAsked(null);
            asked.wish();
          }}
          onClose={() => setAsked(null)}
        />
      </Suspense>
    ) : null,
  };
}
