export { asUser, queryAsUser, type RequestContext } from "./as-user.ts";
export type { Claims, Role } from "./claims.ts";
export { authenticatorPassword, openDatabase, throughPooler, type Database } from "./database.ts";
export { migrate, MigrationError, type MigrationFolder } from "./migrate.ts";
export { listen, type Notifications } from "./notifications.ts";
export { pendingMigrations, type PendingMigrations } from "./pending-migrations.ts";
export { PoolBusyError } from "./pool.ts";
export type { Transaction } from "./transaction.ts";
export { isFullDisk, retryAfterOf } from "./unavailable.ts";
