import { useMutation } from "@tanstack/react-query";
import { z } from "zod";
import { createCheckoutSession } from "../../../shared/functions.ts";
import { callFunction, FunctionRefusal } from "../../lib/call-function.ts";
import { toast } from "../../ui/toast.tsx";

function checkoutFailure(error: Error): string {
  if (error instanceof FunctionRefusal) return "Could not create checkout session. Please try again.";
  if (error instanceof z.ZodError) return "No checkout URL received. Please try again.";
  return "An unexpected error occurred. Please try again.";
}

/** Sends a signed-in person to the hosted checkout. */
export function useCheckout(email: string) {
  return useMutation({
    mutationFn: () => callFunction("create-checkout-session", { email }, createCheckoutSession.answer),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      toast({ title: "Error", description: checkoutFailure(error), variant: "destructive" });
    },
  });
}
