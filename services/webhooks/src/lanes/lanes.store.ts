import { newId } from "@tenant-ops/kit/data";
import type { Collection, IndexDescription } from "mongodb";
import { type LaneStatsRow, toSchedulePipeline, toStatsPipeline } from "./lanes.pipelines.js";
import type { ClaimedLane, LaneStats, RateState, ReleaseResult, Schedule } from "./lanes.types.js";
import { initialRate } from "./rate.rules.js";

/** A lane as it is stored. `pace`, `coolMs`, `parked` and `wakeAt` keep their stored names; in the code they are rate, backoff, paused and due time. */
export interface StoredLane {
  /** The endpoint's id. */
  _id: string;
  businessId: string;
  /** When a worker has something to do here; absent while there is nothing. For a leased lane: the end of the lease. */
  wakeAt?: Date;
  leaseUntil?: Date;
  token?: string;
  seq: number;
  pace?: StoredRate;
  /** The endpoint is disabled: schedules increment `seq`, and no worker claims the lane. */
  parked?: boolean;
  recovery?: boolean;
  /** Deliveries that waited at the latest release; for the metrics. */
  pending?: number;
  /** When the sweeper checked this lane, or a worker released it. */
  checkedAt?: Date;
}

type StoredRate = Omit<RateState, "backoffMs"> & { coolMs: number };

export const laneIndexes: readonly IndexDescription[] = [
  { key: { wakeAt: 1 }, sparse: true },
  { key: { checkedAt: 1 } },
];

export class LaneStore {
  constructor(
    private readonly lanes: Collection<StoredLane>,
    private readonly leaseMs: number,
  ) {}

  async schedule(schedules: readonly Schedule[]): Promise<void> {
    if (schedules.length === 0) return;
    const now = new Date();
    const operations = schedules.map((schedule) => ({
      // The filter has nothing but `_id`: only then does the server repeat an upsert that conflicted with another one.
      updateOne: { filter: { _id: schedule.endpointId }, update: toSchedulePipeline(schedule, now), upsert: true },
    }));
    await this.lanes.bulkWrite(operations, { ordered: false });
  }

  /** Claims the lane that has been due for the longest time. @param closed businesses in offboarding, whose lanes are not claimed */
  async claim(closed: readonly string[] = []): Promise<ClaimedLane | null> {
    const now = new Date();
    const until = new Date(now.getTime() + this.leaseMs);
    const claimed = await this.lanes.findOneAndUpdate(
      { wakeAt: { $lte: now }, ...exceptOf(closed) },
      { $set: { wakeAt: until, leaseUntil: until, token: newId("tok") } },
      { sort: { wakeAt: 1 }, returnDocument: "after" },
    );
    return claimed && toClaimedLane(claimed, until);
  }

  async findNextDueTime(closed: readonly string[] = []): Promise<Date | undefined> {
    const next = await this.lanes.findOne(
      { wakeAt: { $gt: new Date(0) }, ...exceptOf(closed) },
      { sort: { wakeAt: 1 }, projection: { wakeAt: 1 } },
    );
    return next?.wakeAt;
  }

  /** @returns the new end of the lease, or undefined when another worker has the lane */
  async renew(lane: ClaimedLane): Promise<Date | undefined> {
    const until = new Date(Date.now() + this.leaseMs);
    const renewed = await this.lanes.updateOne(toOwnFilter(lane), { $set: { leaseUntil: until, wakeAt: until } });
    return renewed.matchedCount === 1 ? until : undefined;
  }

  /** Releases the lane, due again at `dueAt`; without one, at the next schedule. */
  async release(lane: ClaimedLane, dueAt: Date | undefined, pending?: number): Promise<ReleaseResult> {
    const released = await this.lanes.updateOne(
      { ...toOwnFilter(lane), seq: lane.seq },
      {
        $set: {
          pace: toStoredRate(lane.rate),
          ...(pending !== undefined && { pending }),
          checkedAt: new Date(),
          ...(dueAt && { wakeAt: dueAt }),
        },
        $unset: { token: "", leaseUntil: "", ...(!dueAt && { wakeAt: "" }) },
      },
    );
    return released.matchedCount === 1 ? { outcome: "released" } : this.#explainMismatch(lane);
  }

  /** Releases the lane of a disabled endpoint. It is not claimed again before a schedule with `resume`. */
  async pause(lane: ClaimedLane): Promise<ReleaseResult> {
    const paused = await this.lanes.updateOne(
      { ...toOwnFilter(lane), seq: lane.seq },
      { $set: { parked: true }, $unset: { token: "", leaseUntil: "", wakeAt: "" } },
    );
    return paused.matchedCount === 1 ? { outcome: "released" } : this.#explainMismatch(lane);
  }

  /** Deletes the lane of a deleted endpoint. */
  async remove(lane: ClaimedLane): Promise<ReleaseResult> {
    const removed = await this.lanes.deleteOne({ ...toOwnFilter(lane), seq: lane.seq });
    return removed.deletedCount === 1 ? { outcome: "released" } : this.#explainMismatch(lane);
  }

  /** Stores that no recovery is pending, unless the lane was scheduled since the claim. */
  async completeRecovery(lane: ClaimedLane): Promise<void> {
    await this.lanes.updateOne({ ...toOwnFilter(lane), seq: lane.seq }, { $unset: { recovery: "" } });
  }

  /** Lanes of any state that were not checked since `since`, the oldest check first. */
  async findUncheckedSince(since: Date, limit: number): Promise<StoredLane[]> {
    return this.lanes.find({ checkedAt: { $lt: since } }, { sort: { checkedAt: 1 }, limit }).toArray();
  }

  async markChecked(endpointIds: readonly string[]): Promise<void> {
    await this.lanes.updateMany({ _id: { $in: [...endpointIds] } }, { $set: { checkedAt: new Date() } });
  }

  /** @param closed businesses in offboarding. Their lanes are left out: no worker claims them, so they would be late until the business is deleted */
  async readStats(closed: readonly string[] = []): Promise<LaneStats> {
    const now = new Date();
    const stages = [{ $match: exceptOf(closed) }, ...toStatsPipeline(now)];
    const [found] = await this.lanes.aggregate<LaneStatsRow>(stages).toArray();
    const states = { idle: 0, waiting: 0, due: 0, leased: 0, paused: 0 };
    for (const { _id, count } of found?.counts ?? []) states[_id] = count;
    const { pending = 0, oldest } = found?.sums[0] ?? {};
    return { states, pending, oldestDueMs: oldest ? Math.max(now.getTime() - oldest.getTime(), 0) : 0 };
  }

  /** Finds out why a release changed nothing: `seq` was different, or the token. */
  async #explainMismatch(lane: ClaimedLane): Promise<ReleaseResult> {
    const current = await this.lanes.findOne(toOwnFilter(lane), { projection: { seq: 1, recovery: 1 } });
    if (!current) return { outcome: "lost" };
    return { outcome: "rescheduled", seq: current.seq, hasRecovery: current.recovery ?? false };
  }
}

const exceptOf = (closed: readonly string[]) => (closed.length > 0 ? { businessId: { $nin: [...closed] } } : {});

function toOwnFilter({ endpointId, token }: ClaimedLane) {
  return { _id: endpointId, token: { $eq: token } };
}

function toClaimedLane(
  { _id, businessId, token = "", seq, pace, recovery }: StoredLane,
  leaseUntil: Date,
): ClaimedLane {
  return {
    endpointId: _id,
    businessId,
    token,
    leaseUntil,
    seq,
    rate: pace ? toRateState(pace) : initialRate,
    hasRecovery: recovery ?? false,
  };
}

function toRateState({ coolMs, ...rest }: StoredRate): RateState {
  return { ...rest, backoffMs: coolMs };
}

function toStoredRate({ backoffMs, ...rest }: RateState): StoredRate {
  return { ...rest, coolMs: backoffMs };
}
