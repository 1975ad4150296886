// npm run bench: throughput against a monolith (run.mjs). npm run bench -- growth: cost of a call as a business grows (growth/run.mjs).
await import(process.argv[2] === "growth" ? "./growth/run.mjs" : "./run.mjs");
