import { expect, test } from "vitest";
import { EmbeddedPostgresError, explainFailure } from "./errors.ts";

test.each([
  [new Error("ENOSPC: no space left on device, write"), "disk_full"],
  [
    new EmbeddedPostgresError("postgres_failed", 'could not write lock file "postmaster.pid": No space left on device'),
    "disk_full",
  ],
  [new Error("database or disk is full"), "disk_full"],
  [new Error("EROFS: read-only file system, open '/data/lock'"), "data_dir_unwritable"],
  [new Error("ENOENT: no such file or directory, mkdir '/data/x'"), "data_dir_unwritable"],
  [new EmbeddedPostgresError("postgres_failed", "FATAL: could not open file: Permission denied"), "data_dir_unwritable"],
  [new Error("line one\nline two"), "postgres_failed"],
])("%s is explained as %s", (cause, code) => {
  const explained = explainFailure(cause, "/data");
  expect(explained.code).toBe(code);
  expect(explained.message).not.toContain("\n");
  expect(explained.cause ?? explained).toBe(cause);
});

test("an error with its own explanation is passed on unchanged", () => {
  const cause = new EmbeddedPostgresError("already_running", "The data directory is in use. Permission denied");
  expect(explainFailure(cause, "/data")).toBe(cause);
});
