import type { Server } from "node:http";
import { networkAddress, networkOf } from "@lampstand/supabase-server";
import { isLoopback } from "../config/config.ts";

export interface ConnectionLimits {
  /** For the whole server. */
  max: number;
  /** For one network (an IPv4 address or an IPv6 /64); null behind a proxy, whose connections are those of all clients. */
  maxPerNetwork: number | null;
}

/** Closes connections beyond the limits. Loopback has no limit per network, since a proxy that is not configured may run here. */
export function limitConnections(server: Server, { max, maxPerNetwork }: ConnectionLimits): void {
  server.maxConnections = max;
  if (maxPerNetwork === null) return;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const network = networkOf(socket.remoteAddress);
    if (network === null || isLoopback(networkAddress(socket.remoteAddress) ?? "")) return;
    const others = open.get(network) ?? 0;
    if (others >= maxPerNetwork) {
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
