import { expect, test } from "vitest";
import { isLoopback, networkAddress, networkOf } from "./network.ts";

test.for([
  ["203.0.113.7", "203.0.113.7/32"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8::9", "2001:db8:0:0::/64"],
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

test("this machine is known in all its spellings, and nobody else is taken for it", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([true, true, true, true]);
  expect(["128.0.0.1", "::2", "127.evil.example", "::ffff:10.0.0.1", "2001:db8::127.0.0.1"].some(isLoopback)).toBe(false);
  expect(networkAddress("127.evil.example")).toBeNull();
});
