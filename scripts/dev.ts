import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { join, relative, resolve, sep } from "node:path";
import * as vite from "vite";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import { loadKeys } from "@lampstand/supabase-server";
import { ConfigError, readConfig } from "../server/config/config.ts";
import { BRAND } from "../shared/brand.ts";
import { buildReadAlong } from "./build-read-along.ts";
import { DEV_STATES, signInPages } from "./dev-accounts.ts";
import { runDevServer, type DevServer } from "./dev-process.ts";
import { drawIcons, drawPreviews } from "./draw-public.ts";
import { writeFonts } from "./select-letters.ts";

/**
 * `npm run dev`: Vite with hot replacement at PORT, before the server, which starts again when its code changes and keeps its database.
 */

const ROOT = join(import.meta.dirname, "..");
/** Replaces the built site: contains only the pictures that the build draws. */
const BUILD = join(ROOT, ".cache/dev");
/** Where Vite answers with the web app's style sheet, for the pages that the server renders. */
const STYLESHEET = "/web/app.css";
/** Paths that are proxied to the server; Vite answers all others with pages and modules. */
const SERVER_PATHS =
  "^/((auth|rest|storage|functions)/v1|audio-cors-proxy|growing-recording|webhooks|inbox|sandbox|scripture|stock|previews|s)(/|\\?|$)|" +
  "^/(config\\.json|healthz|readyz|robots\\.txt|sitemap\\.xml|manifest\\.webmanifest|docs/api|read-along\\.js|[\\w-]*icon-[\\w-]+\\.png)(\\?|$)";
/** Files whose change restarts the server. */
const SERVER_SOURCES = /^(server|shared|packages|supabase)\/.*(?<!\.test)\.(ts|sql|json)$|^scripts\/dev-server\.ts$/;

const say = (message: string): void => console.log(`  ${message}`);

class PortTakenError extends Error {}

async function refuseTakenPort(port: number, use: string): Promise<void> {
  const probe = createServer().listen(port, "127.0.0.1");
  await once(probe, "listening").catch(() => {
    throw new PortTakenError(`Port ${port}, for ${use}, is taken by another program; choose another with PORT=...`);
  });
  probe.close();
  await once(probe, "close");
}

async function drawPictures(): Promise<void> {
  const client = join(BUILD, "client");
  if (existsSync(join(BUILD, "client-csp.json"))) return;
  say("Drawing the stock pictures (first time only).");
  await mkdir(client, { recursive: true });
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/draw-stock.ts"), join(client, "stock")]);
  if (status !== 0) throw new Error("the stock pictures could not be drawn: `node scripts/draw-stock.ts` says why");
  await Promise.all([drawPreviews(join(client, "previews")), drawIcons(client)]);
  await writeFile(join(BUILD, "client-csp.json"), "{}");
}

/** Vite plugin: delays requests to the server while it starts, and reports changed server files. */
function inFrontOf(server: DevServer, onChange: (file: string) => void): vite.Plugin {
  const isForServer = new RegExp(SERVER_PATHS);
  return {
    name: "lampstand-server",
    configureServer({ middlewares, watcher }) {
      watcher.on("all", (_event, path) => {
        const file = relative(ROOT, path).split(sep).join("/");
        if (SERVER_SOURCES.test(file)) onChange(path);
      });
      const forward = async (response: ServerResponse, next: () => void): Promise<void> => {
        if (await server.answers()) return next();
        response.statusCode = 503;
        response.end("The server did not start; the terminal says why.");
      };
      middlewares.use((request, response, next) => {
        if (isForServer.test(request.url ?? "")) void forward(response, next);
        else next();
      });
    },
  };
}

async function main(): Promise<void> {
  process.env["NODE_ENV"] = "development";
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { host, port, dataDir, databaseUrl, keys: givenKeys } = readConfig(process.env);
  const publicUrl = `http://localhost:${port}`;
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number): Promise<void> =>
    (stopping ??= (async () => {
      for (const each of stops.toReversed()) await each().catch((error: unknown) => console.error(error));
      process.exit(exitCode);
    })());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));

  try {
    const serverPort = port + 1;
    await refuseTakenPort(port, "the site");
    await refuseTakenPort(serverPort, "the server behind it");
    await Promise.all([drawPictures(), writeFonts()]);
    await buildReadAlong(join(BUILD, "client"));
    let ownerUrl = databaseUrl;
    if (ownerUrl === null) {
      const postgres = await startEmbeddedPostgres({ dataDir, onProgress: say, servingAt: publicUrl });
      stops.push(() => postgres.stop());
      void postgres.exited.then(({ expected }) => (expected ? null : stop(1)));
      ownerUrl = postgres.ownerConnectionString("postgres");
    }
    const env = { ...process.env, PORT: `${serverPort}`, HOST: "127.0.0.1", PUBLIC_URL: publicUrl };
    let site: vite.ViteDevServer | undefined;
    let reload = false;
    const server = runDevServer({ do: "start", env, ownerUrl, build: BUILD, stylesheet: STYLESHEET }, (milliseconds) => {
      say(`The server answers after ${(milliseconds / 1000).toFixed(1)} s.`);
      if (reload) site?.ws.send({ type: "full-reload" });
      reload = false;
    });
    stops.push(() => server.stop());
    const { anonKey, serviceRoleKey } = await loadKeys(givenKeys, dataDir);
    site = await vite.createServer({
      root: ROOT,
      clearScreen: false,
      plugins: [
        inFrontOf(server, (file) => {
          // No reload for files that pages import too: Vite updates those.
          reload ||= !site?.environments.client.moduleGraph.getModulesByFile(file)?.size;
          void server.restart();
        }),
        signInPages({ url: publicUrl, anonKey, serviceRoleKey, ownerUrl }),
      ],
      server: {
        host,
        port,
        strictPort: true,
        proxy: { [SERVER_PATHS]: { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false } },
        watch: { ignored: [dataDir, "build", ".cache", ".data", ".ci"].map((folder) => resolve(ROOT, folder, "**")) },
      },
    });
    stops.push(async () => site?.close());
    // Vite's own handler would end the process before PostgreSQL has stopped.
    process.removeAllListeners("SIGTERM").on("SIGTERM", () => void stop(0));
    await site.listen();
    // Warms Vite up: the first page takes seconds.
    void fetch(publicUrl).catch(() => {});
    if (!(await server.answers())) return;
    console.log(
      [
        "",
        `${BRAND.product} for development is ready after ${(performance.now() / 1000).toFixed(1)} s`,
        "",
        `  Open   ${publicUrl}`,
        `  As     ${publicUrl}/as/subscriber/profile  (${DEV_STATES.join(", ")}; then any page)`,
        `  Inbox  ${publicUrl}/inbox`,
        "  Stop   Ctrl-C",
        "",
      ].join("\n"),
    );
  } catch (error) {
    const isPlain = [ConfigError, EmbeddedPostgresError, PortTakenError].some((kind) => error instanceof kind);
    console.error(isPlain ? `\n${(error as Error).message}` : error);
    await stop(1);
  }
}

await main();
