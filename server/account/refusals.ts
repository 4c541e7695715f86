import { ACCOUNT } from "../../shared/messages/account.ts";
import { FunctionError } from "../endpoints/errors.ts";

export const refusals = {
  confirmationWrong: () => new FunctionError(400, "confirmation_mismatch", ACCOUNT.confirmationWrong),
  sessionEnded: () => new FunctionError(401, "session_not_found", "Your session has ended. Please sign in again."),
  accountClosed: () => new FunctionError(403, "account_closed", "This account is being deleted."),
  downloadRunning: () =>
    new FunctionError(
      409,
      "download_running",
      "Your data is being collected already. Please wait until that download has ended.",
    ),
  tooManyDownloads: () =>
    new FunctionError(429, "too_many_downloads", "Your data was collected several times. Please try again in an hour."),
};
