import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run dev` serves the sources and passes everything else on to a mesh that runs: TENANT_OPS_URL=http://localhost:… npm run dev
const mesh = process.env["TENANT_OPS_URL"];

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2023",
    // Read by the check of the weight (scripts/lib/checks/web-weight.mjs).
    manifest: true,
    // The policy of the pages allows scripts and styles of their own origin only, so nothing is put into the document.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    port: 5173,
    proxy: mesh ? { "^/(v1|sign-in|invitation|connect|oauth)(/|$|\\?)": { target: mesh, changeOrigin: true } } : {},
  },
});
