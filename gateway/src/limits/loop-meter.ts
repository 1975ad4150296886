import type { LoopCaller } from "../request/loop-time.js";
import type { LoopUse } from "./load-shedding.rules.js";

type Kind = LoopCaller["kind"];

/** The loop time of each caller in the last seconds, in bounded memory. */
export interface LoopMeter {
  add(caller: LoopCaller, milliseconds: number): void;
  /** Milliseconds in the last seconds. */
  get(caller: LoopCaller): number;
  /** Begins the next second and forgets the oldest. */
  advance(): void;
  /** All callers, the heaviest first. Sorts them: call it once a second. */
  list(): HeaviestCallers;
}

export interface CallerLoopTime {
  name: string;
  milliseconds: number;
}

export type HeaviestCallers = Record<Kind, readonly CallerLoopTime[]>;

/** The largest number of callers of each kind that are distinguished per second. All further callers are counted together. */
const callersPerSecondMax = 2000;
const furtherCallers = "*";

export function createLoopMeter(seconds: number): LoopMeter {
  const windows: Record<Kind, Array<Map<string, number>>> = { business: [new Map()], address: [new Map()] };

  /** The name under which a caller is counted in a second. */
  function resolve(second: Map<string, number>, name: string): string {
    return second.has(name) || second.size < callersPerSecondMax ? name : furtherCallers;
  }

  return {
    add({ kind, name }, milliseconds) {
      const [second] = windows[kind] as [Map<string, number>];
      const counted = resolve(second, name);
      second.set(counted, (second.get(counted) ?? 0) + milliseconds);
    },
    get({ kind, name }) {
      return windows[kind].reduce((total, second) => total + (second.get(resolve(second, name)) ?? 0), 0);
    },
    advance() {
      for (const window of Object.values(windows)) {
        window.unshift(new Map());
        window.length = Math.min(window.length, seconds);
      }
    },
    list: () => ({ business: sortByLoopTime(windows.business), address: sortByLoopTime(windows.address) }),
  };
}

function sortByLoopTime(seconds: ReadonlyArray<ReadonlyMap<string, number>>): CallerLoopTime[] {
  const totals = new Map<string, number>();
  for (const second of seconds) {
    for (const [name, milliseconds] of second) totals.set(name, (totals.get(name) ?? 0) + milliseconds);
  }
  return [...totals]
    .map(([name, milliseconds]) => ({ name, milliseconds }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
}

export function toLoopUse({ business, address }: HeaviestCallers): LoopUse {
  const getUses = (callers: readonly CallerLoopTime[]) => callers.map(({ milliseconds }) => milliseconds);
  return { businesses: getUses(business), addresses: getUses(address) };
}
