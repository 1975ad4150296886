import { visitSources } from "@tenant-ops/rest/flows";
import { listFormFields } from "../questions/fields.rules.js";
import type { RegistrationField } from "../questions/fields.types.js";
import type { Source } from "./sources.rules.js";
import { refusalName, sourceName, stopName, uncountedName } from "./visits.rules.js";
import type { StopPlace } from "./visits.types.js";

type Counts = Readonly<Record<string, number>>;

/** All places of a flow, in the order of its page. */
export function listPlaces(fields: readonly RegistrationField[]): StopPlace[] {
  const questions = listFormFields(fields).map(({ value }) => `q_${value}` as const);
  return ["opened", "proof", "proved", ...questions, "documents", "limit", "unfinished", "registered"];
}

/** The visitors at each place. Those at questions that the flow does not have any more are the rest of its visitors. */
export function listStops(places: readonly StopPlace[], counts: Counts, visitors: number) {
  const stops = places.map((place) => ({
    ...toName(place),
    visitors: counts[stopName(place)] ?? 0,
    refusedTries: counts[refusalName(place)] ?? 0,
  }));
  const rest = stops.reduce((left, stop) => left - stop.visitors, visitors);
  return rest > 0 ? [...stops, { place: "other" as const, visitors: rest, refusedTries: 0 }] : stops;
}

function toName(place: StopPlace) {
  return isQuestion(place) ? { place: "question" as const, question: place.slice("q_".length) } : { place };
}

const isQuestion = (place: StopPlace): place is `q_${string}` => place.startsWith("q_");

export const listUncounted = (counts: Counts) => ({
  automatic: counts[uncountedName("automatic")] ?? 0,
  repeated: counts[uncountedName("repeated")] ?? 0,
});

/** The sources that someone came from, the most first. */
export function listSources(counts: Counts): { source: Source; visitors: number }[] {
  return visitSources
    .map((source) => ({ source, visitors: counts[sourceName(source)] ?? 0 }))
    .filter(({ visitors }) => visitors > 0)
    .toSorted((one, other) => other.visitors - one.visitors);
}
