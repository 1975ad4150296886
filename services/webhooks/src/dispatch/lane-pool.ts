import type { Delivery } from "../deliveries/deliveries.rules.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";
import { type LaneRun, runLane } from "./lane-runner.js";
import type { LaneContext } from "./lane.types.js";

/** A lane that has run longer than this is released when the pool is full. */
const quantumMs = 5000;
/**
 * `lanesMax` does not include lanes that have run longer than `quantumMs`, because they only wait for slow answers. In total, at most `lanesMax`
 * times this factor lanes run.
 */
const runningFactor = 4;

/** The lanes that this process serves at the moment. */
export class LanePool {
  readonly #running = new Map<string, { run: LaneRun; startedAt: number }>();
  #isStopping = false;

  constructor(
    private readonly context: LaneContext,
    private readonly lanesMax: number,
    private readonly onEnded: () => void,
  ) {}

  start(lane: ClaimedLane): void {
    const startedAt = performance.now();
    const isWithinQuantum = () => performance.now() - startedAt < quantumMs;
    const readAllowance = () => ({
      mayContinue: !this.#isStopping && (isWithinQuantum() || !this.isFull()),
      // Idle lanes are kept while at most half of the pool is used, and for one quantum at most, because they store their counts at the release.
      mayIdle: isWithinQuantum() && this.#running.size * 2 <= this.lanesMax,
    });
    const entry = { run: runLane(lane, this.context, readAllowance), startedAt };
    this.#running.set(lane.endpointId, entry);
    void entry.run.done.finally(() => {
      if (this.#running.get(lane.endpointId) === entry) this.#running.delete(lane.endpointId);
      this.onEnded();
    });
  }

  isFull(): boolean {
    if (this.#running.size < this.lanesMax) return false;
    if (this.#running.size >= this.lanesMax * runningFactor) return true;
    const quantumStart = performance.now() - quantumMs;
    const withinQuantum = [...this.#running.values()].filter(({ startedAt }) => startedAt > quantumStart).length;
    return withinQuantum >= this.lanesMax;
  }

  /** @returns whether this process serves the lane */
  notify(endpointId: string): boolean {
    const entry = this.#running.get(endpointId);
    entry?.run.notify();
    return entry !== undefined;
  }

  /** The token of the lane that accepts deliveries to this endpoint at the moment. */
  findToken(endpointId: string): string | undefined {
    return this.#running.get(endpointId)?.run.findToken();
  }

  /** @returns whether a lane of this process accepts the delivery */
  offer(delivery: Delivery): boolean {
    return this.#running.get(delivery.endpointId)?.run.offer(delivery) ?? false;
  }

  /** After this call no attempt starts. */
  beginStop(): void {
    this.#isStopping = true;
    for (const { run } of this.#running.values()) run.notify();
  }

  async waitForAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ run }) => run.done));
  }
}
