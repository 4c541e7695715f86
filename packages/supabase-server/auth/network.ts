import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6, SocketAddress } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * An IP address in canonical form (RFC 5952), or null. Behind `TRUST_PROXY` the input is the text of a forwarding header, which may have a
 * port or be no address; `request.ip` is undefined when the peer has disconnected, despite its type.
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
 * The network that counts as one caller, as a CIDR: an IPv4 address, or an IPv6 /64, which is what a household gets. A /48 is the most that
 * a site gets (RFC 6177).
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
 * Whether the request comes from this machine: over a loopback connection, and without headers of a proxy, which would forward somebody
 * else's request. Addresses in headers are not trusted.
 */
export function isAtThisMachine(request: {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}): boolean {
  const peer = networkAddress(request.socket.remoteAddress) ?? "";
  return /^127\.|^::1$/.test(peer) && !Object.keys(request.headers).some((name) => FORWARDED.test(name));
}

/** The network to count a request for; null for a request from this machine, which no address limit applies to. */
export const countedNetwork = (request: FastifyRequest, prefix?: 48 | 64): string | null =>
  isAtThisMachine(request) ? null : (networkOf(request.ip, prefix) ?? "unknown");
