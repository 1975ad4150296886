import { sliceToPage } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { webhookEvents } from "@tenant-ops/proto/events";
import { listWebhookEventTypes } from "@tenant-ops/rest/webhooks";
import { describeCatalogue } from "./catalogue.js";
import { eventIndexes } from "./events.store.js";

/** What is sent: the bodies, and the types that there are. */
export const events = defineNoun({
  collections: {
    events: {
      indexes: eventIndexes,
      retention: { kept: "days_after", field: "expireAt", days: 0 },
      personal: "Bodies to send; `erase-events.ts` changes the fields that name the person.",
    },
  },
  events: webhookEvents.map(({ message }) => message),

  http(app) {
    const eventTypes = describeCatalogue();
    bindRoute(app, listWebhookEventTypes, async ({ query }) =>
      toRestList(sliceToPage("webhook event types", eventTypes, query), (entry) => entry),
    );
  },
});
