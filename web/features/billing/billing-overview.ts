import { queryOptions } from "@tanstack/react-query";
import { billingOverview } from "../../../shared/functions.ts";
import { callFunction } from "../../lib/call-function.ts";

/** Card, dates and invoices, live from the payment provider. */
export const billingOverviewQuery = (userId: string) =>
  queryOptions({
    queryKey: ["billing-overview", userId],
    queryFn: () => callFunction("billing-overview", {}, billingOverview.answer),
    retry: 1,
  });
