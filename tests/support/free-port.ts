import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (Linux: from 32768), which could take one before its server listens, and
 * above the last one that browsers refuse (10080, https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST_PORT = 10_100;
const PORTS = 20_000;

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** A port of this machine that nothing listens on. By chance, so that tests beside each other do not choose the same. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + randomInt(PORTS);
  return (await isFree(port)) ? port : freePort();
}
