import { queryOptions } from "@tanstack/react-query";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";

/** Card, dates and invoices, live from the payment provider. */
export const billingOverviewQuery = (userId: string) =>
  queryOptions({
    queryKey: ["billing-overview", userId],
    queryFn: () => callEndpoint(endpoints.billingOverview, {}),
    retry: 1,
  });
