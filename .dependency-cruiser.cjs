/** The one-way rules of docs/architecture.md. `npm run check` also runs them over a tree with planted breaches. */
const test = "\\.test\\.tsx?$";
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** What knows texts, the Bible, people's words and sermons, and does no I/O but reading its own files: each may import those before it. */
const DOMAIN = ["text-model", "sentence-encoder", "scripture", "themes", "pericopes", "safety", "speech", "hearing"];
/** The commands that come with the program. */
const OPERATORS =
  "(admin|backup|check-config|doctor|healthy|install-voice|installation|move-out|restore|sermons)\\.ts$|connect/|voice/";
const AREAS = "sermons|giving|exports|podcast|billing|account|contact";

module.exports = {
  forbidden: [
    rule(
      "packages-know-no-product",
      "a package could serve another product",
      { path: "^packages/", pathNot: test },
      { path: "^(server|shared|web|scripts|tests)/" },
    ),
    rule(
      "packages-by-their-surface",
      "what a package does not export is its own",
      { path: "^(shared|server|web)/", pathNot: test },
      {
        path: "^packages/",
        pathNot:
          "^packages/[^/]+/index\\.ts$|^packages/database/as-(service|platform)\\.ts$|^packages/supabase-server/(device-name|email-address|letter)\\.ts$",
      },
    ),
    rule(
      "packages-apart",
      "a package imports another by its name alone",
      { path: "^packages/([^/]+)/", pathNot: test },
      { path: "^packages/", pathNot: "^packages/$1/|^packages/[^/]+/index\\.ts$|^packages/database/as-(service|platform)\\.ts$" },
    ),
    rule(
      "shared-is-pure",
      "shared/ has no I/O, React, Node or room",
      { path: "^shared/", pathNot: test },
      { path: "^(server|web|scripts|tests)/|^react|^node_modules/(react|fastify|pg)/|^packages/[^/]+/index\\.ts$" },
    ),
    rule(
      "shared-without-node",
      "shared/ runs in the browser",
      { path: "^shared/", pathNot: test },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "web-without-server",
      "the browser gets no server code",
      { path: "^web/" },
      { path: "^(server|scripts)/|^packages/[^/]+/(index|as-service|as-platform)\\.ts$" },
    ),
    rule("server-without-web", "the server reads the built site only", { path: "^server/" }, { path: "^web/" }),
    ...DOMAIN.map((room, i) =>
      rule(
        `${room}-is-domain`,
        "the domain knows shared/ and the domain before it",
        { path: `^server/${room}/`, pathNot: test },
        { path: `^server/(?!(${DOMAIN.slice(0, i + 1).join("|")})/)` },
      ),
    ),
    rule(
      "vendors-are-low",
      "vendors know the domain, shared/ and themselves",
      { path: "^server/vendors/", pathNot: test },
      { path: `^server/(?!(${DOMAIN.join("|")}|vendors)/)` },
    ),
    rule(
      "vendors-apart",
      "a vendor never imports another's, only its port",
      { path: "^server/vendors/([^/]+)/", pathNot: test },
      { path: "^server/vendors/([^/]+)/", pathNot: "^server/vendors/$1/|^server/vendors/([^/]+)/\\1\\.ts$" },
    ),
    rule(
      "vendors-by-app-alone",
      "everyone else imports the port",
      { path: "^server/(?!(app|choose-vendors|choose-files)\\.ts$|vendors/)", pathNot: test },
      { path: "^server/vendors/([^/]+)/", pathNot: "^server/vendors/([^/]+)/\\1\\.ts$" },
    ),
    rule("jobs-hold-no-handlers", "jobs/ is wiring", { path: "^server/jobs/", pathNot: test }, { path: "^server/(?!jobs/)" }),
    rule(
      "areas-below-app",
      "app.ts composes the areas",
      { path: `^server/(${AREAS})/`, pathNot: test },
      { path: "^server/(app|main)\\.ts$|^server/(config|http)/" },
    ),
    rule(
      "areas-by-the-front-door",
      "areas use SQL and the official client, never the dialect",
      { path: `^server/(${AREAS}|endpoints|letters)/`, pathNot: test },
      // letter.ts is the HTML of a mail, and nothing of the dialect.
      { path: "^packages/supabase-server/", pathNot: "/letter\\.ts$" },
    ),
    rule(
      "service-door",
      "the privileged door is visible in the file's name",
      { path: "^server/", pathNot: `\\.privileged\\.ts$|${test}` },
      { path: "^packages/database/as-service\\.ts$" },
    ),
    rule(
      "platform-door",
      "the owner's door is the dialect's",
      { path: "^(server|packages)/", pathNot: `^packages/(database|supabase-server)/|${test}` },
      { path: "^packages/database/as-platform\\.ts$" },
    ),
    rule(
      "telemetry-by-app-alone",
      "everyone else tells of operations (packages/telemetry)",
      { path: "^server/(?!(app|main)\\.ts$|telemetry/)", pathNot: test },
      { path: "^server/telemetry/" },
    ),
    rule("main-is-last", "nothing imports the program", { path: "." }, { path: "^server/main\\.ts$" }),
    rule(
      "ui-and-lib-are-lowest",
      "primitives have no product in them",
      { path: "^web/(ui|lib)/" },
      { path: "^web/(features|shell|routes)/" },
    ),
    rule(
      "features-below-shell",
      "shell and routes compose features",
      { path: "^web/features/" },
      { path: "^web/(shell|routes)/" },
    ),
    rule(
      "shell-below-routes",
      "routes use the header, footer and page frame of shell/",
      { path: "^web/shell/" },
      { path: "^web/routes/" },
    ),
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
      { path: "^(packages|shared|server|web|scripts)/", pathNot: "^packages/.*\\.test\\.ts$" },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown", "undetermined"], pathNot: "\\?|virtual:|^\\+|^packages/" },
    ),
    rule(
      "packages-of-the-build",
      "a package of the program leaves these out",
      { path: `^(shared|server|packages)/|^scripts/(${OPERATORS})`, pathNot: test },
      { path: `(^|/)node_modules/(${require("./scripts/package/build-only.json").join("|")})/` },
    ),
    rule(
      "production-packages",
      "npm start installs no devDependencies",
      {
        path: "^(shared|server|packages|web)/|^scripts/(admin|backup|build-web|check-config|connect/|doctor|draw-|healthy|install|move-out|package|restore|sample-|sermons|voice/)",
        pathNot: `${test}|/conformance/|/test-`,
      },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
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
