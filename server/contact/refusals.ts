import { FunctionError } from "../endpoints/errors.ts";

export const refusals = {
  adminRequired: () => new FunctionError(403, "admin_required", "Only administrators can answer messages."),
  submissionNotFound: () => new FunctionError(404, "submission_not_found", "This message does not exist any more."),
  recipientMismatch: () =>
    new FunctionError(
      409,
      "recipient_mismatch",
      "This address is not the one that the message came from. Please refresh the list.",
    ),
  recipientGone: () =>
    new FunctionError(409, "recipient_gone", "This person has deleted their account, and their address with it."),
};
