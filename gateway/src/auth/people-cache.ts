import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Bus } from "@tenant-ops/kit/events";
import { LRUCache } from "lru-cache";
import { onCredentialChange } from "./credential-changes.js";

/** The console service publishes it after every change of a session, a member or a connection. */
const peopleChangedSubject = "console.people.changed";
const cacheMs = 30_000;
const cacheEntriesMax = 10_000;

/**
 * Remembers for at most 30 seconds what the console service has answered about people, also that there is nothing. Everything is
 * forgotten after a change of people or of businesses.
 * @param load asks the console service; calls for the same name share one answer
 */
export function createPeopleCache<Found, Args extends unknown[]>(
  bus: Bus,
  load: (...args: Args) => Promise<Found | undefined>,
): (...args: Args) => Promise<Found | undefined> {
  const cache = new LRUCache<string, { found: Found | undefined }>({ max: cacheEntriesMax, ttl: cacheMs });
  let generation = 0;

  const lookUp = singleFlight(async (name: string, args: Args) => {
    const startedIn = generation;
    const found = await load(...args);
    // A look-up that began before a change must not fill the cache after it.
    if (generation === startedIn) cache.set(name, { found });
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
    return cached ? cached.found : lookUp(name, args);
  };
}
