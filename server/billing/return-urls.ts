import type { FunctionContext } from "../endpoints/context.ts";

/** Where the provider's checkout sends a signed-in user back to (docs/product.md#checkout). */
export function dashboardUrls({ publicUrl }: Pick<FunctionContext, "publicUrl">): { successUrl: string; cancelUrl: string } {
  return { successUrl: `${publicUrl}/dashboard?success=true`, cancelUrl: `${publicUrl}/dashboard?success=false` };
}

export function billingPage({ publicUrl }: Pick<FunctionContext, "publicUrl">): string {
  return `${publicUrl}/subscription-billing`;
}
