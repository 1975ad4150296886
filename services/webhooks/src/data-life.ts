import type { DataLife } from "@tenant-ops/kit/data";
import { webhookEvents } from "@tenant-ops/proto/events";
import { keptDays } from "./deliveries/recoveries.store.js";
import { eraseEvents } from "./events/erase-events.js";

const until = { retention: { kept: "until_deleted" } } as const;
const expires = { retention: { kept: "days_after", field: "expireAt", days: 0 } } as const;

/** Who is in the records of webhooks, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    endpoints: { ...until, personal: "Addresses of the business." },
    events: { ...expires, personal: "Bodies to send; `erase-events.ts` changes the fields that name the person." },
    deliveries: { ...expires, personal: "Ids and outcomes." },
    recoveries: {
      retention: { kept: "days_after", field: "endedAt", days: keptDays },
      personal: "Ids and counts. One that runs has no end yet, and stays.",
    },
    lanes: { ...until, isShared: true, isInternal: true, personal: "Times and ids." },
  },
  events: webhookEvents.map(({ message }) => message),
  erasureSteps: [eraseEvents],
};
