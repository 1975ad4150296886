import type { Call } from "@tenant-ops/kit/call";
import { readRangeCounts } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute, parseCountedDays } from "@tenant-ops/kit/http";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { FlowsService } from "@tenant-ops/proto/flows";
import { getFlowVisits, visitSources } from "@tenant-ops/rest/flows";
import { loadFlow } from "../flows/flows.reads.js";
import { visitorSecretIndexes } from "../visitor-secrets.js";
import { untilExpiry } from "../retentions.js";
import { dailySecretIndexes } from "./daily-secrets.js";
import {
  listPlaces,
  listSources,
  listStops,
  listUncounted,
  refusalName,
  sourceName,
  stopName,
  uncountedName,
} from "./stops.rules.js";
import { visitorIndexes } from "./visits.store.js";

/** What visitors of one flow did. The verb `recordVisit` is bound once for all that count visits (`flows.ts`). */
export const visits = defineNoun({
  api: FlowsService,
  collections: {
    visitors: {
      indexes: visitorIndexes,
      retention: untilExpiry,
      isInternal: true,
      personal: "Ids of one day, which cannot be computed any more when it is over.",
    },
    dailySecrets: {
      indexes: dailySecretIndexes,
      retention: untilExpiry,
      ofBusiness: "none",
      personal: "A secret per day.",
    },
    visitorSecrets: {
      indexes: visitorSecretIndexes,
      retention: { kept: "always" },
      ofBusiness: "none",
      personal: "The secret from which the ids of visitors of all businesses are computed.",
    },
  },

  rpcs: (_, reads) => ({
    getFlowVisits: ({ slug, dateFrom, dateTo }, call) => readVisits(reads, call, slug, { dateFrom, dateTo }),
  }),

  http: (app, _, reads) =>
    bindRoute(app, getFlowVisits, ({ call, params: { slug }, query }) => readVisits(reads, call, slug, query)),
});

const dailyNames = ["visits", "uniqueVisits", "registrations", "refusedTries"] as const;

/**
 * What visitors of one flow did on these days.
 * @throws Refusal flow_not_found, invalid_argument
 */
async function readVisits(reads: Reads, call: Call, slug: string, given: { dateFrom: string; dateTo: string }) {
  const scope = reads.scope(call);
  const flow = await loadFlow(scope, slug);
  const daily = await answerDailyCounts(reads, call, dailyNames, given, flow._id);
  const days = parseCountedDays(given, call, scope.now);
  const range = { from: days[0]?.start, until: days.at(-1)?.end };
  const places = listPlaces(flow.registrationFields);
  const names = [
    ...places.flatMap((place) => [stopName(place), refusalName(place)]),
    ...visitSources.map(sourceName),
    ...(["automatic", "repeated"] as const).map(uncountedName),
  ];
  const { counts } = await readRangeCounts(scope, flow._id, names, range);
  return {
    ...daily,
    sources: listSources(counts),
    uncounted: listUncounted(counts),
    stops: listStops(places, counts, daily.totals.uniqueVisits),
  };
}
