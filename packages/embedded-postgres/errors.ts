/** Why the embedded PostgreSQL could not be used; the error's `message` is for the person at the terminal. */
export type EmbeddedPostgresErrorCode =
  | "already_running"
  | "platform_package_missing"
  | "musl_unsupported"
  | "version_mismatch"
  | "data_dir_unwritable"
  | "data_dir_unusable"
  | "disk_full"
  | "postgres_failed";

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedPostgresError";
    this.code = code;
  }
}

/** Messages of Node, PostgreSQL (lc_messages C) and SQLite (the lock) for a full disk. */
const DISK_FULL = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded|disk is full/;
/** On a read-only file system Node's recursive mkdir reports ENOENT. */
const UNWRITABLE =
  /\bEROFS\b|\bEACCES\b|\bEPERM\b|ENOENT: no such file or directory, mkdir|Read-only file system|Permission denied|Operation not permitted/;

/** Turns the cause of a failed start into an error for the person; `dataDir` as they gave it. */
export function explainFailure(cause: unknown, dataDir: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError && cause.code !== "postgres_failed") return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (DISK_FULL.test(text)) {
    return new EmbeddedPostgresError("disk_full", `The disk that holds the data directory ${dataDir} is full.`, { cause });
  }
  if (UNWRITABLE.test(text)) {
    return new EmbeddedPostgresError(
      "data_dir_unwritable",
      `The data directory ${dataDir} cannot be written by this user: make it writable, or choose another with DATA_DIR. (${lastLine(text)})`,
      { cause },
    );
  }
  return cause instanceof EmbeddedPostgresError ? cause : new EmbeddedPostgresError("postgres_failed", lastLine(text), { cause });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? text;
}
