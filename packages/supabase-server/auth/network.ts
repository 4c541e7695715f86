import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** Null for what is no address, or written as only some programs read it ("127.1"). IPv4 within IPv6 (RFC 4291, 2.5.5.2) is IPv4. */
function parse(ip: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = (ip ?? "")
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  return isIP(bare) ? ipaddr.process(bare) : null;
}

/**
 * An IP address in canonical form (RFC 5952), or null. Behind `TRUST_PROXY` the input is the text of a forwarding header, which may have a
 * port or be no address; `request.ip` is undefined when the peer has disconnected, despite its type.
 */
export const networkAddress = (ip: string | undefined): string | null => parse(ip)?.toString() ?? null;

/**
 * The network that counts as one caller, as a CIDR: an IPv4 address, or an IPv6 /64, which is what a household gets. A /48 is the most that
 * a site gets (RFC 6177).
 */
export function networkOf(ip: string | undefined, prefix: 48 | 64 = 64): string | null {
  const address = parse(ip);
  if (!address || address instanceof ipaddr.IPv4) return address && `${address.toString()}/32`;
  const groups = address.parts.slice(0, prefix / 16).map((group) => group.toString(16));
  return `${groups.join(":")}::/${prefix}`;
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
  return (
    parse(request.socket.remoteAddress)?.range() === "loopback" &&
    !Object.keys(request.headers).some((name) => FORWARDED.test(name))
  );
}

/** The network to count a request for; null for a request from this machine, which no address limit applies to. */
export const countedNetwork = (request: FastifyRequest, prefix?: 48 | 64): string | null =>
  isAtThisMachine(request) ? null : (networkOf(request.ip, prefix) ?? "unknown");
