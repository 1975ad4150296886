import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

// `npm run dev` serves the sources and passes everything else on to a mesh that runs: TENANT_OPS_URL=http://localhost:… npm run dev
const mesh = process.env["TENANT_OPS_URL"];

/** Compressed once at the build, so that no request waits for it. The console service sends what the browser understands. */
const compressAssets: Plugin = {
  name: "compress-assets",
  apply: "build",
  writeBundle({ dir = "dist" }) {
    const folder = join(dir, "assets");
    for (const file of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const content = readFileSync(join(folder, file));
      writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
      writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content));
    }
  },
};

const startFiles = /web\/src\/(app\/(?!step-up-dialog|messages\/)|i18n\/|components\/(filter-spec|empty-state|toast))/;

/** What every page that reads something loads, and the count in the menu. */
const readFiles =
  /web\/src\/(api\/(public-api|business|client|use-list|use-write|operations\/business)|components\/(page|loaded|time|badge|error-notice))/;

export default defineConfig({
  plugins: [react(), compressAssets],
  // Packages of the workspace are read from their sources, so nothing has to be compiled before.
  resolve: { conditions: ["tenant-ops:source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    // Read by the check of the weight (scripts/lib/checks/web-weight.mjs).
    manifest: true,
    // The licences of what is in the files.
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    // The content security policy allows scripts and styles of the own origin only, so nothing is inlined into the document.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Modules that every start loads are one file: many small files compress worse, by about two kilobytes.
      output: {
        codeSplitting: {
          groups: [
            { name: "start", test: startFiles },
            { name: "reads", test: readFiles },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: mesh ? { "^/(v1|sign-in|invitation|connect|oauth)(/|$|\\?)": { target: mesh, changeOrigin: true } } : {},
  },
});
