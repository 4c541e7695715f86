import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import { sampleSermon } from "./scripts/sample-sermon-plugin.ts";

const INLINE = "?inline-script";

/**
 * `import code from "./first-paint.ts?inline-script"` gives the module, bundled and minified, as the text of one classic script:
 * for what has to run before the first paint, and on pages that carry no framework.
 */
function inlineScript(): Plugin {
  return {
    name: "inline-script",
    async load(id) {
      if (!id.endsWith(INLINE)) return null;
      const entry = id.slice(0, -INLINE.length);
      const output = await build({
        configFile: false,
        publicDir: false,
        logLevel: "error",
        build: {
          write: false,
          minify: true,
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: "iife" } },
        },
      });
      if (Array.isArray(output) || !("output" in output)) throw new Error(`${entry}: expected one bundle`);
      for (const file of output.output[0].moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(output.output[0].code.trim())};`;
    },
  };
}

export default defineConfig({
  publicDir: "web/public",
  resolve: { alias: { "@supabase/realtime-js": join(import.meta.dirname, "web/lib/no-realtime.ts") } },
  // Read and removed by scripts/build-worker.ts. (Below "client" the framework would not see it, and remove the file itself.)
  build: { manifest: true },
  // What is always needed together is one file: on a slow line each file costs a round trip (docs/decisions/015-first-load.md). Each group
  // takes the static imports of its modules along, unless a group before it has them.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", priority: 4, test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                {
                  name: "app",
                  priority: 3,
                  test: /web\/(root|routes\/app\/(layout|signed-out)|shell\/screen|ui\/field|ui\/input)\.tsx/,
                },
                // Small parts that the dashboard, the library and the sermon share, and that were a file each.
                {
                  name: "parts",
                  priority: 3,
                  test: /web\/(ui\/(card|select|textarea|skeleton|badge)\.tsx|lib\/(date|clock)\.ts)|lucide-react\/dist\/esm\/icons\/(play|chevron-down)\./,
                },
                { name: "forms", priority: 2, test: /node_modules\/(react-hook-form|@hookform\/resolvers)\// },
                { name: "sign-in", priority: 1, test: /web\/features\/auth\/(login|sign-up|reset-request)-form\.tsx/ },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [inlineScript(), sampleSermon(), tailwindcss(), reactRouter()],
});
