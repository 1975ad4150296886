// npm run bench: throughput against a monolith (run.mjs). npm run bench -- growth: cost of a call as a business grows (growth/run.mjs).
// npm run bench -- reconcile: the audits of a large business (reconcile/run.mjs).
const programs = { growth: "./growth/run.mjs", reconcile: "./reconcile/run.mjs" };
await import(programs[process.argv[2]] ?? "./run.mjs");
