import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Document } from "mongodb";
import { expect } from "vitest";

/** What the database says about a file of archived history. */
export interface ArchiveRecord {
  file: string;
  sha256: string;
  records: number;
  status: string;
  unused: string[];
}

export interface ArchivedLine {
  collection: string;
  record: Document & { _id: string; documents?: { file?: { fileId: string; sha256: string } }[] };
}

const toHash = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** The files below a folder, by their names from there. */
export function listFilesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .flatMap((entry) => (entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)) : []))
    .toSorted();
}

/**
 * Reads archives and what is beside them. Fails unless each is what its record, its manifest and its lines say.
 * @returns every line, the ids of the files of visitors, and the names of all files that belong to these records
 */
export function readArchives(folder: string, archives: readonly ArchiveRecord[]) {
  const lines: ArchivedLine[] = [];
  const fileIds: string[] = [];
  const names: string[] = [];
  for (const { file, sha256, records, status, unused } of archives) {
    const text = gunzipSync(readFileSync(join(folder, file)));
    const own = text.toString().trimEnd().split("\n");
    expect([toHash(text), own.length, status, unused]).toEqual([sha256, records, "complete", []]);
    const manifest = file.replace("ndjson.gz", "manifest.json");
    expect(JSON.parse(readFileSync(join(folder, manifest), "utf8"))).toMatchObject({ sha256, records });
    names.push(file, manifest);
    for (const line of own.map((one) => JSON.parse(one) as ArchivedLine)) {
      lines.push(line);
      for (const attached of line.record.documents?.flatMap((document) => document.file ?? []) ?? []) {
        const name = file.replace("ndjson.gz", attached.fileId);
        expect(toHash(readFileSync(join(folder, name)))).toBe(attached.sha256);
        names.push(name);
        fileIds.push(attached.fileId);
      }
    }
  }
  return { lines, fileIds, names: names.toSorted() };
}
