import type { Call } from "@tenant-ops/kit/call";
import { type Database, readRangeCounts } from "@tenant-ops/kit/data";
import { answerDailyCounts, parseCountedDays } from "@tenant-ops/kit/http";
import { visitSources } from "@tenant-ops/rest/flows";
import { requireFlow } from "../flows/flows.rules.js";
import { findFlow } from "../flows/flows.store.js";
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

const dailyNames = ["visits", "uniqueVisits", "registrations", "refusedTries"] as const;

/**
 * What visitors of one flow did on these days.
 * @throws Refusal flow_not_found, invalid_argument
 */
export async function readVisits(
  db: Database,
  call: Call,
  { slug, dateFrom, dateTo }: { slug: string; dateFrom: string; dateTo: string },
) {
  const scope = db.scope(call);
  const flow = requireFlow(await findFlow(scope, slug), slug);
  const daily = await answerDailyCounts(db, call, dailyNames, { dateFrom, dateTo }, flow._id);
  const days = parseCountedDays({ dateFrom, dateTo }, call, scope.now);
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
