/**
 * Counts per name in two windows, in bounded memory. A name that has a count is never removed, so other callers cannot reset the limit of a
 * caller. When the maximum of names is reached, a further name shares the count of a wider group.
 */
export interface BoundedCounts {
  get(name: string): { current: number; previous: number };
  /**
   * @param into the window that the count belongs to
   * @returns the name that was counted: the given one or its group
   */
  add(name: string, count: number, into?: "current" | "previous"): string;
  /** Begins a new window. @param windows how many windows have begun since the last call */
  rotate(windows: number): void;
  /** Names that are counted in one of the two windows. */
  size(): number;
}

/** The next wider group of a name or group; undefined when there is none. */
export type WidenName = (name: string) => string | undefined;

/** Part of `namesMax` that is kept free for the groups of each level. */
const groupShare = 1 / 8;

/** @param namesMax names without groups; the groups may be half as many */
export function createBoundedCounts(namesMax: number, widen: WidenName): BoundedCounts {
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let names = 0;

  /** Finds the name or group that counts for a name. The widest group is always accepted: there are only a few of them. */
  function resolve(name: string): string {
    let limit = namesMax;
    for (let candidate = name; ; limit += namesMax * groupShare) {
      if (current.has(candidate) || previous.has(candidate) || names < limit) return candidate;
      const wider = widen(candidate);
      if (wider === undefined) return candidate;
      candidate = wider;
    }
  }

  return {
    get(name) {
      const counted = resolve(name);
      return { current: current.get(counted) ?? 0, previous: previous.get(counted) ?? 0 };
    },
    add(name, count, into = "current") {
      const counted = resolve(name);
      if (!current.has(counted) && !previous.has(counted)) names += 1;
      const window = into === "current" ? current : previous;
      window.set(counted, (window.get(counted) ?? 0) + count);
      return counted;
    },
    rotate(windows) {
      previous = windows === 1 ? current : new Map();
      current = new Map();
      names = previous.size;
    },
    size: () => names,
  };
}
