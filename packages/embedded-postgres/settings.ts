import { type Endpoint, SOCKET_PORT } from "./endpoint.ts";

/** Server settings; `overrides` win. Values in PostgreSQL's syntax. */
export function serverSettings(endpoint: Endpoint, overrides: Record<string, string> = {}): Record<string, string> {
  return {
    ...(endpoint.kind === "socket"
      ? {
          listen_addresses: "",
          port: String(SOCKET_PORT),
          unix_socket_directories: endpoint.directory,
          unix_socket_permissions: "0700",
        }
      : { listen_addresses: "127.0.0.1", port: String(endpoint.port), unix_socket_directories: "" }),
    max_connections: "60",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    // Statements and error details contain user data, so they are not logged.
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: "0",
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    logging_collector: "off",
    // One machine without replicas: less to write, fewer idle processes.
    wal_level: "minimal",
    max_wal_senders: "0",
    max_logical_replication_workers: "0",
    max_wal_size: "256MB",
    min_wal_size: "32MB",
    io_method: "sync",
    // Short queries don't profit from parallelism, and it needs /dev/shm, which has only 64 MB in containers.
    max_parallel_workers_per_gather: "0",
    jit: "off",
    ...overrides,
  };
}

/** The settings as arguments of `postgres`. */
export function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
