import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6, SocketAddress } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * A peer's address in one form of all that it can be written in (RFC 5952), or null: behind `TRUST_PROXY` it is whatever a forwarding
 * header says, with a port as some proxies write it, and a peer that has gone has none, although the type of `request.ip` promises one.
 */
export function networkAddress(ip: string | undefined): string | null {
  const bare = (ip ?? "")
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : null;
  return new SocketAddress({ address: bare, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * The network that counts as one caller, as a CIDR: an IPv4 address, or the /64 of an IPv6 one, all of which a household is given; its /48 is
 * the most that one site is given (RFC 6177).
 */
export function networkOf(ip: string | undefined, prefix: 48 | 64 = 64): string | null {
  const address = networkAddress(ip);
  if (!address || isIPv4(address)) return address && `${address}/32`;
  const [head = "", tail] = address.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  // A dotted end, as in 64:ff9b::192.0.2.1, stands for two groups.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - written }, () => "0"), ...after];
  return `${groups
    .slice(0, prefix / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/${prefix}`;
}

const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|.*-(client|connecting)-ip)$/;

/**
 * Whether the person at this machine asks: the connection itself comes from here, and no header says that a proxy made it for somebody
 * else. An address in a header is only said, so it never counts.
 */
export function isAtThisMachine(request: {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}): boolean {
  const peer = networkAddress(request.socket.remoteAddress) ?? "";
  return /^127\.|^::1$/.test(peer) && !Object.keys(request.headers).some((name) => FORWARDED.test(name));
}

/** The network whose requests are counted; null for the person at this machine, whom no limit of addresses bounds. */
export const countedNetwork = (request: FastifyRequest, prefix?: 48 | 64): string | null =>
  isAtThisMachine(request) ? null : (networkOf(request.ip, prefix) ?? "unknown");
