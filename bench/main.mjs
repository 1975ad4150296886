// npm run bench: throughput against monoliths (run.mjs). npm run bench -- growth: cost of a call as a business grows (growth/run.mjs).
// npm run bench -- guard: cost of a call against that of another commit (run.mjs).
// npm run bench -- reconcile: the audits of a large business (reconcile/run.mjs).
// npm run bench -- one-process: start-up and memory of the mesh and of one process (one-process.mjs).
// npm run bench -- capacity: what an operation of each area costs (capacity.mjs).
// npm run bench -- restore: backup and restore with much data (restore/run.mjs).
// npm run bench -- people: requests about a person at a large business, and the export of registrations (people.mjs).
// npm run bench -- analytics: a query of 90 days at a small and at a large business (analytics.mjs).
import { printFailure } from "../scripts/lib/console.mjs";

const programs = {
  analytics: "./analytics.mjs",
  capacity: "./capacity.mjs",
  growth: "./growth/run.mjs",
  reconcile: "./reconcile/run.mjs",
  people: "./people.mjs",
  restore: "./restore/run.mjs",
  "one-process": "./one-process.mjs",
};
try {
  await import(programs[process.argv[2]] ?? "./run.mjs");
} catch (error) {
  printFailure("The measurement", error);
  process.exitCode = 1;
}
