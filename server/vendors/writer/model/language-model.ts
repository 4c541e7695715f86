import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";

export interface ModelSettings {
  vendor: "openai" | "anthropic" | "google" | "openai-compatible";
  /** The vendor's name of the model, for example "gpt-5-mini". */
  model: string;
  /** Null only if the service needs none. */
  apiKey: string | null;
  /** Null: the vendor's default address. */
  baseUrl: string | null;
}

const NAMES = { openai: "OpenAI", anthropic: "Anthropic", google: "Google" } as const;

// Always passed: without an address or key the SDK reads the environment, which only config.ts may do.
const ADDRESSES = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

// Otherwise the SDK writes warnings to the console, past the log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Who receives the words, as people know them: "OpenAI", also through a proxy, or the host of another service. Null: this
 * machine.
 */
export function recipientOf({ vendor, baseUrl }: ModelSettings): string | null {
  if (vendor !== "openai-compatible") return NAMES[vendor];
  const host = new URL(baseUrl ?? "").hostname;
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host) ? null : host;
}

export function languageModel({ vendor, model, apiKey, baseUrl }: ModelSettings): LanguageModel {
  switch (vendor) {
    case "openai":
      return createOpenAI({ apiKey: apiKey ?? "", baseURL: baseUrl ?? ADDRESSES.openai })(model);
    case "anthropic":
      return createAnthropic({ apiKey: apiKey ?? "", baseURL: baseUrl ?? ADDRESSES.anthropic })(model);
    case "google":
      return createGoogle({ apiKey: apiKey ?? "", baseURL: baseUrl ?? ADDRESSES.google })(model);
    case "openai-compatible":
      return createOpenAICompatible({
        name: "compatible",
        baseURL: baseUrl ?? "",
        includeUsage: true,
        ...(apiKey && { apiKey }),
      })(model);
  }
}
