import { queryOptions } from "@tanstack/react-query";
import { closeSermonLink, listLinkReports } from "../../../../shared/endpoints/links.ts";
import { callEndpoint } from "../../../lib/call-endpoint.ts";

/** What visitors reported of shared sermons, the newest first. */
export const linkReports = () =>
  queryOptions({
    queryKey: ["link-reports"],
    queryFn: async () => (await callEndpoint(listLinkReports, {})).reports,
  });

export const closeLink = (given: { linkId: string; reason: string }) => callEndpoint(closeSermonLink, given);
