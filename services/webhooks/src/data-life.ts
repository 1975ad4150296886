import type { DataLife } from "@tenant-ops/kit/data";
import { webhookEvents } from "@tenant-ops/proto/events";
import { eraseEvents } from "./events/erase-events.js";

const until = { retention: { kept: "until_deleted" } } as const;
const expires = { retention: { kept: "days_after", field: "expireAt", days: 0 } } as const;

/** Who is in the records of webhooks, and how long they are kept. */
export const dataLife: DataLife = {
  collections: {
    endpoints: { ...until, personal: "Addresses of the business." },
    events: { ...expires, personal: "Bodies to send; `erase-events.ts` changes the fields that name the person." },
    deliveries: { ...expires, personal: "Ids and outcomes." },
    recoveries: { retention: { kept: "always" }, personal: "Ids and counts." },
    lanes: { ...until, isShared: true, isInternal: true, personal: "Times and ids." },
  },
  events: webhookEvents.map(({ message }) => message),
  erasureSteps: [eraseEvents],
};
