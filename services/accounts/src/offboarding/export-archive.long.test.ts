import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { expect, test } from "vitest";
import { describeFiles, type Manifest, readArchive } from "../../../../e2e/support/records/archive.js";
import type { DataHolder } from "./business-data.js";
import { openArchive } from "./export-archive.js";

/** A process with one file in this number of parts. */
const createHolder = (parts: number, onPart: (part: number) => void, bytes = 10): DataHolder => {
  const data = {
    export: async (_call: unknown, position: string) => {
      const part = Number(position) + 1;
      onPart(part);
      const content = Buffer.alloc(bytes, "x");
      return { name: "stocks.ndjson", content, records: 1, position: part < parts ? `${part}` : "" };
    },
  } as unknown as DataHolder["data"];
  return { service: "supply", data };
};

/** The archive of a business that is being offboarded. Its deletion begins while a part is read. */
function open(state: { isDeleting: boolean; isClosed: boolean }, holder: DataHolder): Readable {
  const business = { businessId: "biz_1", sandboxId: null, isClosed: true };
  const logger = createLogger("gateway", "silent");
  const isDeleting = () => state.isDeleting;
  return openArchive([holder], business, { isDeleting, readIsClosed: async () => state.isClosed, logger });
}

async function readToEnd(archive: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("latin1");
}

test("an export is aborted when the deletion begins, so that it does not seem complete", async () => {
  const state = { isDeleting: false, isClosed: true };
  const holder = createHolder(3, (part) => (state.isDeleting = part === 3));
  await expect(readToEnd(open(state, holder))).rejects.toThrow("deletion");
});

test("an export whose caller has stopped reading ends when the deletion begins", async () => {
  const state = { isDeleting: false, isClosed: true };
  const holder = createHolder(100, () => (state.isDeleting = true), 1024 * 1024);
  const [error] = (await once(open(state, holder), "error")) as [Error];
  expect(error.message).toContain("deletion");
});

test("any number of files is packed into archives of a thousand, each file whole, and the manifest has their hashes", async () => {
  const rest = 10;
  const names = Array.from({ length: 1000 + rest }, (_, index) => `file_${String(index).padStart(4, "0")}`);
  // Two parts of each file, between two collections.
  const parts = [
    { name: "flows.ndjson", content: Buffer.from("{}\n"), records: 1 },
    ...names.flatMap((name) => [
      { name: `files/${name}`, content: Buffer.from(name), records: 1 },
      { name: `files/${name}`, content: Buffer.from(" whole"), records: 0 },
    ]),
    { name: "targets.ndjson", content: Buffer.from(""), records: 0 },
  ];
  const data = {
    export: async (_call: unknown, position: string) => {
      const next = Number(position) + 1;
      return { ...parts[next - 1], position: next < parts.length ? `${next}` : "" };
    },
  } as unknown as DataHolder["data"];
  const archive = await buffer(open({ isDeleting: false, isClosed: true }, { service: "flows", data }));
  const files = await readArchive(archive);
  const packs = ["0001", "0002"].map((number) => `flows/files/${number}.zip`);
  expect([...files.keys()]).toEqual(["flows/flows.ndjson", ...packs, "flows/targets.ndjson", "manifest.json"]);
  const packed = await Promise.all(packs.map((path) => readArchive(files.get(path)!)));
  expect(packed.map(({ size }) => size)).toEqual([1000, rest]);
  const contents = packed.flatMap((pack) => [...pack].map(([name, content]) => [name, content.toString()]));
  expect(contents).toEqual(names.map((name) => [name, `${name} whole`]));
  const manifest = JSON.parse(files.get("manifest.json")!.toString()) as Manifest;
  files.delete("manifest.json");
  expect(manifest.files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))).toEqual(describeFiles(files));
  expect(manifest.files.map(({ records }) => records)).toEqual([1, 1000, rest, 0]);
});

test("an export is aborted too when the deletion begins while files are read", async () => {
  const state = { isDeleting: false, isClosed: true };
  const data = {
    export: async (_call: unknown, position: string) => {
      const number = Number(position) + 1;
      state.isDeleting ||= number === 50;
      const content = Buffer.alloc(1024 * 1024, "x");
      return { name: `files/file_${number}`, content, records: 1, position: `${number}` };
    },
  } as unknown as DataHolder["data"];
  await expect(readToEnd(open(state, { service: "flows", data }))).rejects.toThrow("deletion");
});

test("an export that no deletion interrupts ends with its manifest", async () => {
  const holder = createHolder(2, () => undefined);
  expect(await readToEnd(open({ isDeleting: false, isClosed: true }, holder))).toContain("manifest.json");
});
