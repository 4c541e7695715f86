import { BRAND } from "../../shared/brand.ts";
import type { Letter } from "../letters/letter.ts";

/** Confirms the deletion of the account, and names the data that are kept. */
export function accountDeletedLetter(publicUrl: string): Letter {
  return {
    subject: "Your account has been deleted",
    lines: [
      `Your account at ${BRAND.product} has been deleted, as you asked: your profile, your sermons, their recordings and pictures. If there was a subscription, it has ended, and nothing more will be charged.`,
      "What stays: the payment provider keeps its invoices as accounting requires. We keep an unreadable mark that the free trial was used, and for some weeks a log of sign-ins without your name or address.",
    ],
    button: { label: `Visit ${BRAND.product}`, href: publicUrl },
    closing: [`This is our last email to you. If it was not you who deleted the account, please write to ${BRAND.supportEmail}.`],
  };
}
