import { BRAND } from "../shared/brand.ts";
import type { Config } from "./config/config.ts";

/** The text that is printed when the program is ready: addresses, test card, vendors. `elapsed` in milliseconds. */
export function banner(config: Config, vendors: Readonly<Record<string, string>>, elapsed: number): string {
  const width = Math.max(...Object.keys(vendors).map((port) => port.length));
  const lines = [
    "",
    `${BRAND.product} is ready after ${(elapsed / 1000).toFixed(1)} s`,
    "",
    `  Open       ${config.publicUrl}`,
    ...(config.mail.kind === "inbox" ? [`  Inbox      ${config.publicUrl}/inbox  (mails stay on this machine)`] : []),
    ...(config.payments.kind === "sandbox"
      ? [
          `  Payments   ${config.publicUrl}/sandbox/stripe/  (no card is ever charged)`,
          "  Test card  4242 4242 4242 4242, any future date, any code",
        ]
      : []),
    "  Admin      npm run admin -- grant you@example.com",
    "  Stop       Ctrl-C",
    "",
    ...Object.entries(vendors).map(([port, engine]) => `  ${port.padEnd(width)}  ${engine}`),
    "",
  ];
  return lines.join("\n");
}
