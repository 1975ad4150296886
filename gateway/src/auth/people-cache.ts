import { singleFlight } from "@tenant-ops/kit/concurrency";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import { createCache } from "@tenant-ops/kit/caches";
import type { Changes } from "../accounts/changes.js";

/** The console service publishes on it after every change of a session, a member or a connection. */
export const peopleChangedSubject = "console.people.changed";
/** After this time the console service is asked again, so a change whose message was lost takes effect at the latest then. */
const freshMs = 1000;
/** An answer is used for this time while the console service does not answer. That service makes the changes itself, so few can be missed. */
const keptMs = 30_000;
const cacheEntriesMax = 10_000;

interface Answer<Found> {
  found: Found | undefined;
  /** When the console service was asked for it. Of `performance.now()`, which does not go back with the clock of the machine. */
  askedAt: number;
  /** When the console service was last asked, also without an answer. */
  triedAt: number;
}

export interface PeopleCache<Args extends unknown[], Found> {
  (...args: Args): Promise<Found | undefined>;
  /** Asks the console service also when an answer is cached. */
  findAgain(...args: Args): Promise<Found | undefined>;
}

/**
 * Caches answers of the console service about people for a second, also empty answers. The whole cache is cleared after a change of people or of
 * businesses.
 * @param load asks the console service; calls for the same name share one answer
 */
export function createPeopleCache<Found, Args extends unknown[]>(
  { bus, changes }: { bus: Bus; changes: Pick<Changes, "onChange"> },
  load: (...args: Args) => Promise<Found | undefined>,
): PeopleCache<Args, Found> {
  const cache = createCache<Answer<Found>>({ max: cacheEntriesMax });
  let generation = 0;

  const lookUp = singleFlight(async (name: string, args: Args) => {
    const startedIn = generation;
    const askedAt = performance.now();
    const found = await load(...args);
    // The result of a look-up that began before a change must not be cached after it.
    if (generation === startedIn) cache.set(name, { found, askedAt, triedAt: askedAt });
    return found;
  });
  const clear = () => {
    generation += 1;
    lookUp.forget();
    cache.clear();
  };
  bus.subscribe(peopleChangedSubject, clear);
  changes.onChange((change) => {
    // A change of a key does not affect people.
    if (change?.keyId === undefined) clear();
  });

  const find = async (...args: Args) => {
    const name = args.join("|");
    const cached = cache.get(name);
    if (cached && isYounger(cached.triedAt, freshMs)) return cached.found;
    try {
      return await lookUp(name, args);
    } catch (error) {
      // Read again: a change may have cleared the cache meanwhile.
      const kept = cache.get(name);
      if (!kept || !isUnanswered(error) || !isYounger(kept.askedAt, keptMs)) throw error;
      kept.triedAt = performance.now();
      return kept.found;
    }
  };
  const findAgain = (...args: Args) => {
    // A look-up that is under way may have begun before what the caller has to know.
    lookUp.forget();
    return lookUp(args.join("|"), args);
  };
  return Object.assign(find, { findAgain });
}

const isYounger = (at: number, maxMs: number): boolean => performance.now() - at < maxMs;

function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 503 || error.status === 504);
}
