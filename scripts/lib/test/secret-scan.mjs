// Searches log files for keys, tokens and secrets.
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readJson } from "../paths.mjs";
import { listSecretValues } from "../mesh/secrets.mjs";

const patterns = [
  ["a tenant key", /svc_(?:live|test)_[0-9A-Za-z]{32}/],
  ["a webhook secret", /whsec_[A-Za-z0-9+/=_-]{16}/],
  ["a token", /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20}/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----|MC4CAQAwBQYDK2Vw[\w+/-]{20}/],
];

/** The kind of secret in a line, or undefined. `known`: values that must not appear. */
export function findSecret(line, known = []) {
  const pattern = patterns.find(([, expression]) => expression.test(line));
  if (pattern) return pattern[0];
  return known.some((value) => line.includes(value)) ? "a generated secret" : undefined;
}

/** @typedef {{ file: string, line: number, kind: string }} Finding */

/**
 * Searches every `*.log` under `folder`, also for the values in every `secrets.json` and `demo.json` there.
 * Findings name file, line number and kind, and never contain the line.
 * @param {string} folder
 * @returns {Promise<{ files: number, lines: number, findings: Finding[] }>}
 */
export async function scanLogs(folder) {
  const files = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const known = [];
  for (const file of files) {
    if (file.endsWith("secrets.json")) known.push(...listSecretValues((await readJson(file)) ?? {}));
    if (file.endsWith("demo.json")) known.push((await readJson(file))?.key);
  }
  const result = { files: 0, lines: 0, findings: [] };
  for (const file of files.filter((name) => name.endsWith(".log"))) {
    result.files += 1;
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number += 1;
      const kind = findSecret(line, known.filter(Boolean));
      if (kind) result.findings.push({ file, line: number, kind });
    }
    result.lines += number;
  }
  return result;
}
