import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Config, ConfigError, readConfig } from "../server/config/config.ts";
import { PRICE_KEYS } from "../server/prices.ts";
import { EX_CONFIG } from "../server/supervisor.ts";
import { type Finding, ok } from "./connect/finding.ts";
import { tryDatabase } from "./connect/try-database.ts";
import { tryBackups, tryFiles } from "./connect/try-files.ts";
import { tryMail } from "./connect/try-mail.ts";
import { tryModels } from "./connect/try-models.ts";
import { tryPayments } from "./connect/try-payments.ts";

// `npm run check-config [-- --connect]` (docs/operating.md#settings): reads the settings as the start does, and with --connect tries
// what they name. Exit code 78: a person has to change something; 1: something does not answer now.

const MARKS: Record<Finding["result"], string> = { ok: "ok    ", note: "note  ", failed: "FAILED" };
const CODE_WIDTH = 24;

const say = ({ result, code, text }: Finding): void => console.log(`${MARKS[result]}  ${code.padEnd(CODE_WIDTH)} ${text}`);

function readSettings(): { config: Config | null; findings: Finding[] } {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    const config = readConfig(process.env);
    const warnings = config.warnings.map((text): Finding => ({ result: "note", code: "setting_risky", text }));
    return { config, findings: [ok("settings", "the program starts with them"), ...warnings] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const invalid = (text: string): Finding => ({ result: "failed", code: "setting_invalid", text, permanent: true });
    return { config: null, findings: error.problems.map(invalid) };
  }
}

const { values } = parseArgs({ options: { connect: { type: "boolean", default: false } } });
const { config, findings } = readSettings();
findings.forEach(say);
if (config && values.connect) {
  const tries = [
    tryDatabase(config),
    tryFiles(config),
    tryBackups(config),
    tryMail(config),
    tryPayments(config, { lookupKeys: Object.values(PRICE_KEYS) }),
    tryModels(config),
  ];
  for (const each of tries) {
    const found = await each;
    found.forEach(say);
    findings.push(...found);
  }
}
const failures = findings.filter(({ result }) => result === "failed");
if (failures.length > 0) process.exitCode = failures.some(({ permanent }) => permanent) ? EX_CONFIG : 1;
