import { visitSources } from "@tenant-ops/rest/flows";
import { listFormFields, type RegistrationField } from "../questions/fields.rules.js";
import type { Source } from "./sources.rules.js";
import type { UncountedReason } from "../registrations/registrations.rules.js";

/**
 * Where a visitor of today stands. `opened`: has seen the page. `proof`: has tried to prove who they are, where the flow asks for it, and was refused.
 * `proved`: has proved it. `q_…`: the form was last refused at this question, `documents`: at a document to accept, and `limit`: because visitors may send
 * no more for now. `unfinished`: the form was accepted; files or the bank are still missing.
 */
export type StopPlace =
  | "opened"
  | "proof"
  | "proved"
  | `q_${string}`
  | "documents"
  | "limit"
  | "unfinished"
  | "registered";

// Names of the counters of a flow.
export const stopName = (place: StopPlace): string => `stop_${place}`;
export const refusalName = (place: StopPlace): string => `refused_${place}`;
export const uncountedName = (reason: UncountedReason): string => `uncounted_${reason}`;
export const sourceName = (source: Source): string => `from_${source}`;

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
