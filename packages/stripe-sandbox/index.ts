export { createSandbox, type Sandbox } from "./sandbox.ts";
export { migrateSandbox } from "./schema.ts";
