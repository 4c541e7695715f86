import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { BILLING, NOT_LOGGED_IN } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { toast } from "../../ui/toast.tsx";
import { failureText, isNotLoggedIn, requireSession } from "./failure.ts";

interface ProviderPageOptions<Input> {
  /** Resolves to the page's address. */
  open: (input: Input) => Promise<{ url: string }>;
  failed: string;
  noUrl: string;
  /** Message when nobody is signed in; without it, redirects to sign-up (docs/product.md#billing-errors). */
  notLoggedIn?: string;
  onLeave?: () => void;
  /** Returns true if it has shown the failure itself. */
  onFailure?: (error: Error) => boolean;
}

/** Opens a page of the payment provider. `isOpening` is true from the click until this page is left. */
export function useProviderPage<Input = void>(options: ProviderPageOptions<Input>) {
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: async (input: Input) => {
      await requireSession();
      return options.open(input);
    },
    onSuccess: ({ url }) => {
      options.onLeave?.();
      location.assign(url);
    },
    onError: (error) => {
      if (isNotLoggedIn(error)) {
        if (!options.notLoggedIn) return location.assign("/sign-up");
        toast({ title: NOT_LOGGED_IN.title, description: options.notLoggedIn, variant: "destructive" });
      } else if (!options.onFailure?.(error)) {
        toast({ title: BILLING.errorTitle, description: failureText(error, options), variant: "destructive" });
      }
    },
  });
  useEffect(() => {
    // After the Back button, the browser restores this page from its back-forward cache, with the button still busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [reset]);
  return { open: mutate, isOpening: isPending || isSuccess };
}

/** Redirects to the payment provider's portal, where the card is changed. */
export function usePortal() {
  return useProviderPage({
    open: () => callEndpoint(endpoints.createCustomerPortalSession, {}),
    failed: BILLING.portalFailed,
    noUrl: BILLING.noPortalUrl,
    notLoggedIn: NOT_LOGGED_IN.portal,
  });
}
