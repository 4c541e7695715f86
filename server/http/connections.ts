import type { Server } from "node:http";
import { networkAddress, networkOf } from "@lampstand/supabase-server";
import { isLoopback } from "../config/config.ts";

export interface ConnectionLimits {
  /** Of the whole server. */
  most: number;
  /** Of one network (an IPv4 address, a /64); null where a proxy stands before us, whose connections are everybody's. */
  mostOfNetwork: number | null;
}

/** Closes connections beyond the limits. This machine has no limit of its own: a proxy that nobody named may stand here. */
export function boundConnections(server: Server, { most, mostOfNetwork }: ConnectionLimits): void {
  server.maxConnections = most;
  if (mostOfNetwork === null) return;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress);
    if (network === null || isLoopback(networkAddress(socket.remoteAddress) ?? "")) return;
    const others = open.get(network) ?? 0;
    if (others >= mostOfNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, others + 1);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
