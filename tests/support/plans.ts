import { EventEmitter } from "node:events";
import pg from "pg";
import { z } from "zod";

/** A node of a plan, as `auto_explain` writes it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter": number;
  "Rows Removed by Index Recheck": number;
  Plans: PlanNode[];
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().default(0),
  "Rows Removed by Index Recheck": z.number().default(0),
  Plans: z.lazy(() => z.array(planNode)).default([]),
});

const explained = z.object({ "Query Text": z.string(), Plan: planNode });

/** One statement that was run, also within a function of the database. */
export interface Statement {
  /** What was done when it was run. */
  step: string;
  sql: string;
  nodes: PlanNode[];
}

/** Rows that a node looked at in all its rounds, whether they were wanted or not. */
export const rowsRead = (node: PlanNode): number =>
  (node["Actual Rows"] + node["Rows Removed by Filter"] + node["Rows Removed by Index Recheck"]) * node["Actual Loops"];

const withChildren = (node: PlanNode): PlanNode[] => [node, ...node.Plans.flatMap(withChildren)];

/**
 * Has each new connection to this database tell the plan of every statement to whoever runs it, as a notice. Needs a superuser's
 * connection string.
 */
export async function tellPlans(adminUrl: string, database: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    client_min_messages: "notice",
    // Reading a small table whole is cheaper than by an index. So that a plan is the one of a large table, whole tables are read
    // only where no index serves.
    random_page_cost: "1.1",
    enable_seqscan: "off",
    enable_hashjoin: "off",
    enable_mergejoin: "off",
  };
  await admin.query("load 'auto_explain'");
  for (const [name, value] of Object.entries(settings))
    await admin.query(`alter database ${database} set ${name} = ${pg.escapeLiteral(value)}`);
  await admin.end();
}

/** Collects what every PostgreSQL connection of this process is told of plans, until it is stopped. */
export function collectPlans() {
  const statements: Statement[] = [];
  let step = "";
  pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...values: unknown[]): boolean {
    const message = event === "notice" ? (values[0] as { message?: string } | undefined)?.message : undefined;
    const told = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message ?? "");
    if (!told) return EventEmitter.prototype.emit.call(this, event, ...values);
    const { "Query Text": sql, Plan } = explained.parse(JSON.parse(told[1] ?? ""));
    statements.push({ step, sql, nodes: withChildren(Plan) });
    return true;
  };
  return {
    statements,
    /** What is done from now on. */
    begin: (what: string) => void (step = what),
    stop: () => void Reflect.deleteProperty(pg.Client.prototype, "emit"),
  };
}
