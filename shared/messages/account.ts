/** Texts of the data download and account deletion. */
export const ACCOUNT = {
  downloadFailed: "Your data could not be collected. Please try again.",
  downloaded: "Your data has been downloaded.",
  confirmationWrong: "This is not the email address of your account",
  deleteFailed: "Your account could not be deleted. Please try again.",
  deletionStarted: "Your account is being deleted. This takes a few minutes; you have been signed out.",
} as const;
