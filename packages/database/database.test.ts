import { expect, test } from "vitest";
import { connectionShares } from "./database.ts";

test.each([
  [12, { anon: 2, authenticated: 4, service_role: 6 }],
  [20, { anon: 4, authenticated: 8, service_role: 8 }],
  [500, { anon: 100, authenticated: 200, service_role: 200 }],
])("of %i connections each role has its share", (connections, shares) => {
  expect(connectionShares(connections)).toEqual(shares);
});

test("every role has a connection, and their sum is the maximum", () => {
  for (let connections = 3; connections <= 60; connections++) {
    const shares = Object.values(connectionShares(connections));
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(shares.reduce((sum, each) => sum + each, 0)).toBe(connections);
  }
});
