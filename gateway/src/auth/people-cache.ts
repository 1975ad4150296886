import { singleFlight } from "@tenant-ops/kit/concurrency";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { LRUCache } from "lru-cache";
import { onCredentialChange } from "./credential-changes.js";

/** The console service publishes it after every change of a session, a member or a connection. */
export const peopleChangedSubject = "console.people.changed";
/** Then the console service is asked again: a change whose message was lost takes effect after this time at the latest. */
const freshMs = 1000;
/** So long an answer counts while the console service does not answer. It makes the changes itself, so few can be missed. */
const keptMs = 30_000;
const cacheEntriesMax = 10_000;

interface Answer<Found> {
  found: Found | undefined;
  /** When the console service was asked for it, in milliseconds since 1970. */
  askedAt: number;
  /** When it was asked last, perhaps in vain. */
  triedAt: number;
}

/**
 * Remembers for a second what the console service has answered about people, also that there is nothing. Everything is forgotten
 * after a change of people or of businesses.
 * @param load asks the console service; calls for the same name share one answer
 */
export function createPeopleCache<Found, Args extends unknown[]>(
  bus: Bus,
  load: (...args: Args) => Promise<Found | undefined>,
): (...args: Args) => Promise<Found | undefined> {
  const cache = new LRUCache<string, Answer<Found>>({ max: cacheEntriesMax });
  let generation = 0;

  const lookUp = singleFlight(async (name: string, args: Args) => {
    const startedIn = generation;
    const askedAt = Date.now();
    const found = await load(...args);
    // A look-up that began before a change must not fill the cache after it.
    if (generation === startedIn) cache.set(name, { found, askedAt, triedAt: askedAt });
    return found;
  });
  const clear = () => {
    generation += 1;
    lookUp.forget();
    cache.clear();
  };
  bus.subscribe(peopleChangedSubject, clear);
  onCredentialChange(bus, (change) => {
    // People have no keys.
    if (change?.keyId === undefined) clear();
  });

  return async (...args) => {
    const name = args.join("|");
    const cached = cache.get(name);
    if (cached && isYounger(cached.triedAt, freshMs)) return cached.found;
    try {
      return await lookUp(name, args);
    } catch (error) {
      // Read again: a change may have been told meanwhile.
      const kept = cache.get(name);
      if (!kept || !isUnanswered(error) || !isYounger(kept.askedAt, keptMs)) throw error;
      kept.triedAt = Date.now();
      return kept.found;
    }
  };
}

/** An answer from the future was got before the clock was set back. */
function isYounger(at: number, maxMs: number): boolean {
  const ageMs = Date.now() - at;
  return ageMs >= 0 && ageMs < maxMs;
}

function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 503 || error.status === 504);
}
