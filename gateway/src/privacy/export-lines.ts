import { create } from "@bufbuild/protobuf";
import { KeyedMutex } from "@tenant-ops/kit/concurrency";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import { createPersonNames } from "@tenant-ops/kit/rpc";
import { ExportPersonRequestSchema, PersonDataService } from "@tenant-ops/proto/common";
import type { PersonRequest } from "./person-requests.types.js";
import { createPersonCall, findEverywhere, type ServicesOptions } from "./services.js";

/** However many exports of a business are downloaded, one part at a time is read. A caller who reads slowly delays no other. */
const turns = new KeyedMutex();

/**
 * The lines of an export, from one service after another. No more than one answer of a service is in memory. When the time was over before
 * all names were found, the search is repeated first, without a limit of time.
 */
export async function* exportLines(
  options: ServicesOptions,
  request: PersonRequest & { identifiers: PersonIdentifier[] },
): AsyncGenerator<Buffer> {
  const { clients, services } = options;
  const { _id: requestId, businessId, includeLinked = true, isSearched = true } = request;
  const search = { includeLinked, until: Number.POSITIVE_INFINITY };
  const { identifiers } = isSearched
    ? request
    : await turns.run(businessId, () =>
        findEverywhere(options, { businessId, requestId }, request.identifiers, search),
      );
  yield toLine({ type: "export", requestId, businessId, createdAt: new Date().toISOString(), names: identifiers });
  const names = createPersonNames(identifiers);
  const counts = { records: 0, fileParts: 0 };
  for (const service of services) {
    let position = "";
    do {
      const request = create(ExportPersonRequestSchema, { names, position });
      const { message } = await turns.run(businessId, () =>
        clients.unary(PersonDataService.method.exportPerson, request, createPersonCall(businessId, requestId), service),
      );
      const lines = Buffer.from(message.lines);
      counts.records += countLines(lines, '{"type":"record"');
      counts.fileParts += countLines(lines, '{"type":"file"');
      if (lines.length > 0) yield lines;
      ({ position } = message);
    } while (position !== "");
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
