import * as z from "zod/mini";
import { postgresText } from "../postgres-text.ts";
import { defineEndpoint } from "./endpoint.ts";

export const deleteAccount = defineEndpoint({
  name: "delete-account",
  caller: "member-with-fresh-proof",
  /** The address of the account, typed by its owner. */
  body: z.object({ confirmation: postgresText.check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  /** The account is closed; its deletion goes on after the answer. */
  answer: z.object({ started: z.literal(true) }),
});

export const downloadMyData = defineEndpoint({
  name: "download-my-data",
  caller: "member-with-fresh-proof",
  body: z.object({}),
  answer: null,
  streams: "application/zip",
});
