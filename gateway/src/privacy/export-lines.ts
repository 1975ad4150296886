import { create } from "@bufbuild/protobuf";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import { ExportPersonRequestSchema, PersonDataService } from "@tenant-ops/proto/common";
import { createPersonCall, type ServicesOptions } from "./services.js";

/** The lines of an export, from one service after another. No more than one answer of a service is in memory. */
export async function* exportLines(
  { clients, services }: ServicesOptions,
  { businessId, requestId, identifiers }: { businessId: string; requestId: string; identifiers: PersonIdentifier[] },
): AsyncGenerator<Buffer> {
  yield toLine({ type: "export", requestId, businessId, createdAt: new Date().toISOString(), names: identifiers });
  const counts = { records: 0, fileParts: 0 };
  for (const service of services) {
    let position = "";
    do {
      const request = create(ExportPersonRequestSchema, { identifiers, position });
      const call = createPersonCall(businessId, requestId);
      const { message } = await clients.unary(PersonDataService.method.exportPerson, request, call, service);
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
