import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import { KeyedMutex } from "@tenant-ops/kit/concurrency";
import { type CsvSeparator, getCsvSeparator } from "@tenant-ops/kit/csv";
import type { Database, DateRange, Page } from "@tenant-ops/kit/data";
import { getCountryLanguage } from "@tenant-ops/kit/pages";
import type { Flow } from "../flows/flows.rules.js";
import { createCsvWriter } from "./registrations.csv.rules.js";
import { toRegistrationReply } from "./registrations.replies.js";
import type { Registration } from "./registrations.rules.js";
import { listRegistrations, type RegistrationFilter } from "./registrations.store.js";

/** Registrations in memory at once. */
const partSize = 100;

export interface RegistrationExport {
  format: "csv" | "ndjson";
  /** Of the cells in CSV. Without it, as spreadsheets in the country of the business expect. */
  separator?: CsvSeparator | undefined;
  flow: Pick<Flow, "_id" | "registrationFields" | "country">;
  filter: RegistrationFilter;
  range: DateRange;
}

const ndjson = {
  head: "",
  write: (registrations: readonly object[]) => registrations.map((one) => `${JSON.stringify(one)}\n`).join(""),
};

/** Reads the registrations of a flow while they are sent: the next part when the caller has taken the one before. */
export function createRegistrationExporter({ scope }: Pick<Database, "scope">) {
  // One part is read at a time, however many exports a business runs in parallel.
  const reads = new KeyedMutex();

  return async function* exportRegistrations(
    { businessId, requestId, country }: Call,
    { format, separator = getCsvSeparator(country), flow, filter, range }: RegistrationExport,
  ): AsyncGenerator<string> {
    const language = getCountryLanguage(flow.country);
    const writer = format === "csv" ? createCsvWriter(flow.registrationFields, { language, separator }) : ndjson;
    let { head } = writer;
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      // Each part has its own deadline, because the whole export takes as long as the caller reads.
      const call = createSystemCall(businessId, "export of registrations", { requestId });
      const part = { limit: partSize, cursor };
      const page: Page<Registration> = await reads.run(businessId, () =>
        listRegistrations(scope(call), flow._id, filter, range, part),
      );
      const text = head + writer.write(page.items.map(toRegistrationReply));
      if (text !== "") yield text;
      head = "";
      cursor = page.nextCursor;
    }
  };
}
