import type { FunctionContext } from "../endpoints/context.ts";

/** Where a signed-in person returns to from the provider's checkout (docs/product.md#checkout). */
export function dashboardUrls({ publicUrl }: Pick<FunctionContext, "publicUrl">): { successUrl: string; cancelUrl: string } {
  return { successUrl: `${publicUrl}/dashboard?success=true`, cancelUrl: `${publicUrl}/dashboard?success=false` };
}

export function billingPage({ publicUrl }: Pick<FunctionContext, "publicUrl">): string {
  return `${publicUrl}/subscription-billing`;
}
