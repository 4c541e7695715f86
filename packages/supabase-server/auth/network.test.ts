import { expect, test } from "vitest";
import { isAtThisMachine, networkAddress, networkOf } from "./network.ts";

test.for([
  ["203.0.113.7", "203.0.113.7/32"],
  ["203.0.113.7:50123", "203.0.113.7/32"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  ["::FFFF:CB00:7107", "203.0.113.7/32"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7/32"],
  ["[::ffff:203.0.113.7]:50123", "203.0.113.7/32"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8::9", "2001:db8:0:0::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["[2001:DB8:1:0002:0:0:0:9]:443", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1:2:3:4", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", null],
  ["1.2.3.4, 5.6.7.8", null],
  ["", null],
  [undefined, null],
] as const)("a caller at %s is counted as %s", ([ip, network]) => {
  expect(networkOf(ip)).toBe(network);
});

test("a site is the whole /48 of an IPv6 address, and an IPv4 address alone", () => {
  expect(networkOf("2001:db8:1:2::9", 48)).toBe("2001:db8:1::/48");
  expect(networkOf("2001:db8::9", 48)).toBe("2001:db8:0::/48");
  expect(networkOf("203.0.113.7", 48)).toBe("203.0.113.7/32");
});

test("an address has one canonical form, and text that is no address has none", () => {
  const forms = ["2001:db8::7", "2001:0DB8:0:0::7", "2001:db8:0:0:0:0:0:7", "[2001:DB8::7]:443"];
  expect(new Set(forms.map(networkAddress))).toEqual(new Set(["2001:db8::7"]));
  expect(["127.evil.example", "127.1", "203.0.113.007", "[203.0.113.7", "1.2.3.4:x"].map(networkAddress)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test("all forms of loopback addresses are this machine, and no others", () => {
  const asks = (remoteAddress: string | undefined): boolean => isAtThisMachine({ socket: { remoteAddress }, headers: {} });
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map(asks)).toEqual([true, true, true, true]);
  expect(["128.0.0.1", "::2", "127.evil.example", "::ffff:10.0.0.1", "2001:db8::127.0.0.1", undefined].some(asks)).toBe(false);
});

test.for(["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "via", "cf-connecting-ip", "true-client-ip"])(
  "who comes through a proxy, as %s tells, is not the person at this machine, whatever it says",
  (header) => {
    for (const said of ["127.0.0.1", "::1", ""])
      expect(isAtThisMachine({ socket: { remoteAddress: "127.0.0.1" }, headers: { [header]: said } }), said).toBe(false);
  },
);
