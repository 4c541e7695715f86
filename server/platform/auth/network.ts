import { isIPv4, isIPv6 } from "node:net";

/**
 * A peer's address in plain form, or null: behind `TRUST_PROXY` it is whatever a forwarding header says, and a peer that has gone has
 * none, although the type of `request.ip` promises one.
 */
export function networkAddress(ip: string | undefined): string | null {
  const bare = ip?.split("%")[0]?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  return isIPv4(bare) || isIPv6(bare) ? bare : null;
}

/** The network that counts as one caller, as a CIDR: an IPv4 address, or the /64 of an IPv6 one, all of which a household is given. */
export function networkOf(ip: string | undefined): string | null {
  const address = networkAddress(ip);
  if (!address || isIPv4(address)) return address && `${address}/32`;
  const [head = "", tail] = address.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  // A dotted end, as in 64:ff9b::192.0.2.1, stands for two groups.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - written }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** The person at this machine, or a proxy that `TRUST_PROXY` does not name, behind which everybody would share one count. */
export const isLoopback = (ip: string | undefined): boolean => /^127\.|^::1$/.test(networkAddress(ip) ?? "");
