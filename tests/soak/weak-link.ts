import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What happens to connections: nothing, refused, each piece late, never answered, cut within the answer, or answered by something else. */
export const FAULTS = ["down", "slow", "silent", "cut", "nonsense", "captive portal"] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 1500;
/** So many bytes of an answer come through before it is cut. */
const CUT_AFTER = 120;
const PORTAL = "<html><body>Please accept the terms of this network.</body></html>";

/** The network between the program and one of its vendors, on a loopback port of its own. */
export interface WeakLink {
  port: number;
  /** Ends what is connected; from then on the fault holds, or none. */
  set(fault: Fault | null): void;
  close(): void;
}

function cut(far: Socket, near: Socket): void {
  let left = CUT_AFTER;
  far.on("data", (piece: Buffer) => {
    near.write(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) near.destroy();
  });
}

export async function weakLink(vendorPort: number): Promise<WeakLink> {
  let fault: Fault | null = null;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on("error", () => {}).on("close", () => open.delete(near));
    if (fault === "down") return void near.destroy();
    if (fault === "silent") return void near.resume();
    if (fault === "nonsense") return void near.once("data", () => near.end(Buffer.from("00ff17250d0a0d0affee", "hex")));
    if (fault === "captive portal")
      return void near.once("data", () =>
        near.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PORTAL.length}\r\n\r\n${PORTAL}`),
      );
    const far = connect(vendorPort, "127.0.0.1");
    far.on("error", () => near.destroy()).on("close", () => near.end());
    near.on("close", () => far.destroy());
    near.pipe(far);
    if (fault === null) return void far.pipe(near);
    if (fault === "cut") return cut(far, near);
    far.on("data", (piece: Buffer) => {
      far.pause();
      setTimeout(() => {
        near.write(piece);
        far.resume();
      }, SLOW_MS);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
