import { test } from "vitest";
import { startRest } from "./rest-server.ts";
test("bench", async () => {
  const rest = await startRest();
  await rest.sql("insert into notes (owner, body) select $1, 'body ' || i from generate_series(1, 20) i", [rest.ann.id]);
  await rest.sql("insert into notes (owner, body) select gen_random_uuid(), 'body ' || i from generate_series(1, 2000) i");
  await rest.sql("create index on notes (owner); analyze notes");
  const headers = { authorization: `Bearer ${rest.ann.token}`, apikey: rest.keys.anonKey };
  for (const [label, path, callers] of [["list", "/notes?select=id,body,mood&order=body", 1], ["list", "/notes?select=id,body,mood&order=body", 32], ["embed", "/books?select=*,reviews(*)", 32], ["rpc", "/rpc/add?a=1", 32]] as const) {
    let n = 0; const end = performance.now() + 3000; const t0 = performance.now(); const cpu = process.cpuUsage();
    await Promise.all(Array.from({ length: callers }, async () => { while (performance.now() < end) { const r = await rest.app.inject({ url: `/rest/v1${path}`, headers }); if (r.statusCode !== 200) throw new Error(r.body); n++; } }));
    const c = process.cpuUsage(cpu);
    console.log("inject", label, callers, (n / (performance.now() - t0) * 1000).toFixed(0), "req/s; cpu us/req", ((c.user + c.system) / n).toFixed(0));
  }
  { let n = 0; const end = performance.now() + 3000; const t0 = performance.now();
    await Promise.all(Array.from({ length: 32 }, async () => { while (performance.now() < end) { await (await rest.raw("/notes?select=id,body,mood&order=body", { headers })).text(); n++; } }));
    console.log("fetch list 32", (n / (performance.now() - t0) * 1000).toFixed(0)); }
  await rest.stop();
}, 60_000);
