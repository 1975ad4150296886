import { type Database, newId } from "@tenant-ops/kit/data";
import type { Collection, Document, IndexDescription } from "mongodb";
import type { Pace } from "./rate.rules.js";

/**
 * One endpoint's place in the timetable. Lanes are shared between businesses: who is due next is asked across all of them.
 * They hold no tenant's data, only ids and times; everything else is read through the scope of the lane's business.
 */
export interface Lane {
  /** The endpoint's id. */
  _id: string;
  businessId: string;
  /** When a worker has something to do here; absent while there is nothing. A leased lane wakes when its lease is over. */
  wakeAt?: Date;
  leaseUntil?: Date;
  /** Changes with every claim; who holds an old one has lost the lane. */
  token?: string;
  /** Grows with every wake-up, so that a release notices the one that came meanwhile. */
  seq: number;
  pace?: Pace;
  /** Disabled: wake-ups are noted and nothing else happens. */
  parked?: boolean;
  /** A recovery waits to be carried out. */
  recovery?: boolean;
  /** As of the latest release; for the gauges. */
  pending?: number;
  checkedAt?: Date;
}

export const laneIndexes: readonly IndexDescription[] = [
  { key: { wakeAt: 1 }, sparse: true },
  { key: { checkedAt: 1 } },
];

/** "woken": something came meanwhile and the lane is still held; "lost": it is somebody else's. */
export type Released = "released" | "woken" | "lost";

export interface WakeUp {
  endpointId: string;
  businessId: string;
  at: Date;
  set?: {
    /** false: the endpoint was enabled. */
    parked?: false;
    recovery?: true;
    /** Forgets that it cools off: its owner says that something changed. */
    fresh?: true;
  };
}

export class Lanes {
  readonly #lanes: Collection<Lane>;

  constructor(
    db: Database,
    private readonly leaseMs: number,
  ) {
    this.#lanes = db.shared<Lane>("lanes");
  }

  /** Makes lanes due. One that is leased or parked is not pulled away from where it is; its `seq` tells. */
  async wake(wakeUps: readonly WakeUp[]): Promise<void> {
    if (wakeUps.length === 0) return;
    const operations = wakeUps.map((wakeUp) => ({
      // By its id alone: only then does the server itself repeat an upsert that met another one.
      updateOne: { filter: { _id: wakeUp.endpointId }, update: wakePipeline(wakeUp), upsert: true },
    }));
    await this.#lanes.bulkWrite(operations, { ordered: false });
  }

  /** The lane that has been due for the longest time, for as long as the lease lasts. */
  async claim(): Promise<Lane | null> {
    const now = new Date();
    const until = new Date(now.getTime() + this.leaseMs);
    return this.#lanes.findOneAndUpdate(
      { wakeAt: { $lte: now } },
      { $set: { wakeAt: until, leaseUntil: until, token: newId("tok") } },
      { sort: { wakeAt: 1 }, returnDocument: "after" },
    );
  }

  /** When the next lane is due, across all of them. */
  async nextWake(): Promise<Date | undefined> {
    const next = await this.#lanes.findOne(
      { wakeAt: { $gt: new Date(0) } },
      { sort: { wakeAt: 1 }, projection: { wakeAt: 1 } },
    );
    return next?.wakeAt;
  }

  /** @returns until when, or undefined when somebody else has the lane now */
  async renew(lane: Lane): Promise<Date | undefined> {
    const until = new Date(Date.now() + this.leaseMs);
    const held = await this.#lanes.updateOne(this.#own(lane), { $set: { leaseUntil: until, wakeAt: until } });
    return held.matchedCount === 1 ? until : undefined;
  }

  /** Gives the lane back, to wake again at `next` or when something comes. */
  async release(lane: Lane, next: Date | undefined, state: Pick<Lane, "pace" | "pending">): Promise<Released> {
    const released = await this.#lanes.updateOne(
      { ...this.#own(lane), seq: lane.seq },
      {
        $set: { ...state, checkedAt: new Date(), ...(next && { wakeAt: next }) },
        $unset: { token: "", leaseUntil: "", ...(!next && { wakeAt: "" }) },
      },
    );
    return released.matchedCount === 1 ? "released" : this.#whatCame(lane);
  }

  /** Rests until the endpoint is enabled again. */
  async park(lane: Lane): Promise<Released> {
    const parked = await this.#lanes.updateOne(
      { ...this.#own(lane), seq: lane.seq },
      { $set: { parked: true }, $unset: { token: "", leaseUntil: "", wakeAt: "" } },
    );
    return parked.matchedCount === 1 ? "released" : this.#whatCame(lane);
  }

  /** The endpoint is gone, and its lane with it. */
  async remove(lane: Lane): Promise<Released> {
    const removed = await this.#lanes.deleteOne({ ...this.#own(lane), seq: lane.seq });
    return removed.deletedCount === 1 ? "released" : this.#whatCame(lane);
  }

  #own(lane: Lane) {
    return { _id: lane._id, token: { $eq: lane.token ?? "" } };
  }

  /** A release that found another `seq` or another token; the lane learns what came. */
  async #whatCame(lane: Lane): Promise<"woken" | "lost"> {
    const now = await this.#lanes.findOne(this.#own(lane), { projection: { seq: 1, recovery: 1 } });
    if (!now) return "lost";
    lane.seq = now.seq;
    if (now.recovery) lane.recovery = true;
    return "woken";
  }

  async recoveryDone(lane: Lane): Promise<void> {
    delete lane.recovery;
    await this.#lanes.updateOne({ ...this.#own(lane), seq: lane.seq }, { $unset: { recovery: "" } });
  }

  /** Lanes that sleep and were not looked at for the longest time. */
  leastChecked(limit: number): Promise<Lane[]> {
    return this.#lanes
      .find({ wakeAt: { $exists: false }, parked: { $ne: true } }, { sort: { checkedAt: 1 }, limit })
      .toArray();
  }

  async noteChecked(ids: readonly string[]): Promise<void> {
    await this.#lanes.updateMany({ _id: { $in: [...ids] } }, { $set: { checkedAt: new Date() } });
  }

  /** For the gauges: one question for all of them, asked when somebody scrapes. */
  async census(): Promise<{ states: Record<LaneState, number>; pending: number; oldestDueMs: number }> {
    const now = new Date();
    const [found] = await this.#lanes
      .aggregate<{ counts: { _id: LaneState; count: number }[]; sums: { pending: number; oldest?: Date }[] }>([
        {
          $project: {
            pending: 1,
            state: stateAt(now),
            dueAt: { $cond: [{ $gt: ["$leaseUntil", now] }, null, "$wakeAt"] },
          },
        },
        {
          $facet: {
            counts: [{ $group: { _id: "$state", count: { $sum: 1 } } }],
            sums: [{ $group: { _id: null, pending: { $sum: "$pending" }, oldest: { $min: "$dueAt" } } }],
          },
        },
      ])
      .toArray();
    const states = { idle: 0, waiting: 0, due: 0, leased: 0, parked: 0 };
    for (const { _id, count } of found?.counts ?? []) states[_id] = count;
    const { pending = 0, oldest } = found?.sums[0] ?? {};
    return { states, pending, oldestDueMs: oldest ? Math.max(now.getTime() - oldest.getTime(), 0) : 0 };
  }
}

export type LaneState = "idle" | "waiting" | "due" | "leased" | "parked";

function stateAt(now: Date): Document {
  // oxlint-disable-next-line unicorn/no-thenable -- MongoDB spells it so
  const branch = (state: LaneState, when: Document) => ({ case: when, then: state });
  return {
    $switch: {
      branches: [
        branch("parked", { $eq: ["$parked", true] }),
        branch("leased", { $gt: ["$leaseUntil", now] }),
        branch("due", { $and: [{ $gt: ["$wakeAt", null] }, { $lte: ["$wakeAt", now] }] }),
        branch("waiting", { $gt: ["$wakeAt", null] }),
      ],
      default: "idle",
    },
  };
}

function wakePipeline({ businessId, at, set }: WakeUp): Document[] {
  const now = new Date();
  // While it cools off, or waits for its rate, a wake-up must not bring a worker in vain.
  const earliest = { $max: [at, "$pace.notBefore"] };
  const asleep = { $min: [{ $ifNull: ["$wakeAt", earliest] }, earliest] };
  const parked = set?.parked ?? { $ifNull: ["$parked", false] };
  const isLeased = { $gt: ["$leaseUntil", now] };
  return [
    {
      $set: {
        businessId,
        seq: { $add: [{ $ifNull: ["$seq", 0] }, 1] },
        parked,
        ...(set?.recovery && { recovery: true }),
        ...(set?.fresh && { pace: "$$REMOVE" }),
      },
    },
    {
      $set: {
        wakeAt: { $cond: [{ $or: [isLeased, "$parked"] }, { $ifNull: ["$wakeAt", "$$REMOVE"] }, asleep] },
        checkedAt: { $ifNull: ["$checkedAt", now] },
      },
    },
  ];
}
