export { findRunningPostgres } from "./address.ts";
export { locateBinaries } from "./binaries.ts";
export { EmbeddedPostgresError } from "./errors.ts";
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "./start.ts";
