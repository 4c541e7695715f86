/** The one-way rules of docs/architecture.md. `npm run check` also runs them over a tree with planted breaches. */
const test = "\\.test\\.tsx?$";
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    rule(
      "shared-is-pure",
      "shared/ has no I/O, React, Node or room",
      { path: "^shared/", pathNot: test },
      { path: "^(server|web|scripts|tests)/|^react|^node_modules/(react|fastify|pg)/" },
    ),
    rule(
      "shared-without-node",
      "shared/ runs in the browser",
      { path: "^shared/", pathNot: test },
      { dependencyTypes: ["core"] },
    ),
    rule("web-without-server", "the browser gets no server code", { path: "^web/" }, { path: "^(server|scripts)/" }),
    rule("server-without-web", "the server reads the built site only", { path: "^server/" }, { path: "^web/" }),
    rule(
      "adapters-are-lowest",
      "adapters know shared/ and themselves",
      { path: "^server/adapters/", pathNot: test },
      { path: "^server/(?!adapters/)" },
    ),
    rule("db-is-lowest", "db knows shared/ and itself", { path: "^server/db/", pathNot: test }, { path: "^server/(?!db/)" }),
    rule("jobs-hold-no-handlers", "jobs/ is wiring", { path: "^server/jobs/", pathNot: test }, { path: "^server/(?!jobs/|db/)" }),
    rule(
      "platform-knows-no-product",
      "the dialect could serve another product",
      { path: "^server/platform/", pathNot: test },
      { path: "^server/(functions|adapters/(writer|voice|image|payments))/" },
    ),
    rule(
      "functions-by-the-front-door",
      "functions use SQL and the official client, never the platform",
      { path: "^server/functions/", pathNot: test },
      { path: "^server/platform/" },
    ),
    rule(
      "vendors-by-app-alone",
      "everyone else imports the port",
      { path: "^server/(?!app\\.ts$|adapters/)", pathNot: test },
      { path: "^server/adapters/([^/]+)/", pathNot: "^server/adapters/([^/]+)/\\1\\.ts$|^server/adapters/writer/safety/" },
    ),
    rule(
      "adapters-apart",
      "one adapter never imports another's vendor",
      { path: "^server/adapters/([^/]+)/", pathNot: test },
      { path: "^server/adapters/([^/]+)/", pathNot: "^server/adapters/$1/|^server/adapters/([^/]+)/\\1\\.ts$" },
    ),
    rule(
      "service-door",
      "the privileged door is visible in the file's name",
      { path: "^server/", pathNot: `\\.(job|webhook|privileged)\\.ts$|${test}` },
      { path: "^server/db/as-service\\.ts$" },
    ),
    rule(
      "platform-door",
      "the owner's door is the platform's",
      { path: "^server/", pathNot: `^server/platform/|${test}` },
      { path: "^server/db/as-platform\\.ts$" },
    ),
    rule("main-is-last", "nothing imports the program", { path: "." }, { path: "^server/main\\.ts$" }),
    rule(
      "ui-and-lib-are-lowest",
      "primitives have no product in them",
      { path: "^web/(ui|lib)/" },
      { path: "^web/(features|routes)/" },
    ),
    rule("features-below-routes", "routes compose features", { path: "^web/features/" }, { path: "^web/routes/" }),
    rule(
      "features-apart",
      "a feature never imports another",
      { path: "^web/features/([^/]+)/" },
      { path: "^web/features/([^/]+)/", pathNot: "^web/features/$1/" },
    ),
    rule("no-cycles", "no import cycles", {}, { circular: true }),
    rule(
      "declared-packages",
      "what is imported is in package.json",
      { path: "^(shared|server|web|scripts)/" },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown", "undetermined"], pathNot: "\\?|virtual:|^\\+" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.react-router|\\.cache)/|\\+types/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
