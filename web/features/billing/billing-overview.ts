import { queryOptions } from "@tanstack/react-query";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { callEndpoint, FunctionRefusal } from "../../lib/call-endpoint.ts";

/** How often it is asked again: what the provider refused once, what was lost on the way as often as other queries. */
const RETRIES = { refused: 1, lost: 3 };

/** Card, dates and invoices, live from the payment provider. */
export const billingOverviewQuery = (userId: string) =>
  queryOptions({
    queryKey: ["billing-overview", userId],
    queryFn: () => callEndpoint(endpoints.billingOverview, {}),
    retry: (failures, error) => failures < (error instanceof FunctionRefusal ? RETRIES.refused : RETRIES.lost),
  });
