import { once } from "node:events";
import type { Readable } from "node:stream";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { expect, test } from "vitest";
import type { DataHolder } from "./business-data.js";
import { openArchive } from "./export-archive.js";

/** A process with one file in so many parts. */
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

/** The archive of a business that leaves, and whose deletion begins while a part is read. */
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

test("an export during which the deletion begins is cut off, so that it does not seem complete", async () => {
  const state = { isDeleting: false, isClosed: true };
  const holder = createHolder(3, (part) => (state.isDeleting = part === 3));
  await expect(readToEnd(open(state, holder))).rejects.toThrow("deletion");
});

test("an export that is not read on ends when the deletion begins", async () => {
  const state = { isDeleting: false, isClosed: true };
  const holder = createHolder(100, () => (state.isDeleting = true), 1024 * 1024);
  const [error] = (await once(open(state, holder), "error")) as [Error];
  expect(error.message).toContain("deletion");
});

test("an export that no deletion runs into ends with its manifest", async () => {
  const holder = createHolder(2, () => undefined);
  expect(await readToEnd(open({ isDeleting: false, isClosed: true }, holder))).toContain("manifest.json");
});
