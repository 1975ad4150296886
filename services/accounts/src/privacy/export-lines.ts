import { KeyedMutex } from "@tenant-ops/kit/concurrency";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import { createPersonNames } from "@tenant-ops/kit/rpc";
import { DataService } from "@tenant-ops/proto/common";
import { askService, createDataCall, readParts } from "../requests/data-calls.js";
import type { PersonRequest } from "./person-requests.types.js";
import { findEverywhere, type ServicesOptions } from "./services.js";

const { exportPerson } = DataService.method;

/** Per business, one part is read at a time, for any number of downloads. A caller who reads slowly does not delay the others. */
const readsPerBusiness = new KeyedMutex();

/**
 * The lines of an export, from one service after another. One answer of a service at most is in memory. When the search for names was incomplete
 * because its time was over, it is repeated first, without a time limit.
 */
export async function* exportLines(
  options: ServicesOptions,
  request: PersonRequest & { identifiers: PersonIdentifier[] },
): AsyncGenerator<Buffer> {
  const { clients, services } = options;
  const { _id: requestId, businessId, includeLinked, isSearched = true } = request;
  const search = { includeLinked, until: Number.POSITIVE_INFINITY };
  const { identifiers } = isSearched
    ? request
    : await readsPerBusiness.run(businessId, () =>
        findEverywhere(options, { businessId, requestId }, request.identifiers, search),
      );
  yield toLine({ type: "export", requestId, businessId, createdAt: new Date().toISOString(), names: identifiers });
  const names = createPersonNames(identifiers);
  const counts = { records: 0, fileParts: 0 };
  for (const service of services) {
    const ask = (position: string) =>
      readsPerBusiness.run(businessId, () =>
        askService(clients, service, exportPerson, createDataCall(businessId, requestId), { names, position }),
      );
    for await (const part of readParts(ask)) {
      const lines = Buffer.from(part.lines);
      counts.records += countLines(lines, '{"type":"record"');
      counts.fileParts += countLines(lines, '{"type":"file"');
      if (lines.length > 0) yield lines;
    }
  }
  yield toLine({ type: "end", ...counts });
}

const toLine = (line: object): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

function countLines(lines: Buffer, beginning: string): number {
  return lines
    .toString()
    .split("\n")
    .filter((line) => line.startsWith(beginning)).length;
}
