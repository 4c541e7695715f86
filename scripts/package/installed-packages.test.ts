import { expect, test } from "vitest";
import { installedFor, lockfile } from "./installed-packages.ts";

const lock = lockfile.parse({
  packages: {
    "": {},
    "packages/own": { dependencies: { deep: "1.0.0", shared: "1.0.0" } },
    "packages/own/node_modules/deep": {},
    "node_modules/@house/own": { link: true, resolved: "packages/own" },
    "node_modules/server": {
      dependencies: { shared: "2.0.0" },
      optionalDependencies: { "server-linux": "1.0.0", "server-absent": "1.0.0" },
      peerDependencies: { beside: "1.0.0", compiler: "1.0.0" },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
    "node_modules/server/node_modules/shared": { dependencies: { deep: "1.0.0" } },
    "node_modules/server-linux": {},
    "node_modules/shared": {},
    "node_modules/deep": {},
    "node_modules/beside": {},
    "node_modules/compiler": {},
    "node_modules/pages": { dependencies: { shared: "1.0.0" } },
  },
});

test("a package comes with what it needs, as Node finds it, and not with what it would only use if it were there", () => {
  expect([...installedFor(lock, ["server"])].toSorted()).toEqual([
    "node_modules/beside",
    "node_modules/deep",
    "node_modules/server",
    "node_modules/server-linux",
    "node_modules/server/node_modules/shared",
  ]);
});

test("a package of this repository brings what its own manifest names", () => {
  expect([...installedFor(lock, ["@house/own"])].toSorted()).toEqual([
    "node_modules/@house/own",
    "node_modules/shared",
    "packages/own/node_modules/deep",
  ]);
});
