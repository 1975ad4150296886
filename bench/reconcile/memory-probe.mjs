// Preloaded into the reconciliation of a service (NODE_OPTIONS): prints how much memory it has used at most.
if (process.argv[1]?.endsWith("/dist/main.js")) {
  process.on("exit", () => {
    // In kilobytes on every system.
    process.stdout.write(`resident memory at most: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);
  });
}
