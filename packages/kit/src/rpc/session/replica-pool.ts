import type { CallSignal } from "../../call/cancellation.js";
import dns from "node:dns";
import { isIP, isIPv6 } from "node:net";
import { type ChannelCredentials, status } from "@grpc/grpc-js";
import type { UnansweredStatus } from "../unanswered-call.js";
import { createReplicaOptions } from "../channel-options.js";
import { scoreTarget } from "./rendezvous.rules.js";
import { Replica } from "./replica.js";
import { nextReplicaPool, type ReplicaPoolEvent, type ReplicaPoolState } from "./replica-pool.rules.js";

/** How often the name of a service is resolved. A new replica gets calls after this time. */
const resolveMs = 5000;

/** The replicas of one service. */
export class ReplicaPool {
  readonly #addresses: ReplicaAddresses;
  #replicas: Replica[] = [];
  #next = 0;
  #state: ReplicaPoolState = { kind: "idle", begunAt: -Infinity };
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();

  constructor(
    address: string,
    private readonly credentials: ChannelCredentials,
    private readonly keepaliveTimeoutMs?: number,
  ) {
    this.#addresses = parseAddress(address);
    const resolve = () => this.#apply({ type: "due", now: performance.now() });
    this.#timer = setInterval(resolve, resolveMs).unref();
    resolve();
  }

  /**
   * The next replica in turn that can take a call.
   * @param affinity calls with the same text get the same replica, unless that one is full or closed
   * @returns undefined while connections are being opened, or why there is none
   */
  choose(affinity?: string): Replica | UnansweredStatus | undefined {
    const replica = this.#chooseHealthy(affinity);
    if (replica) return replica;
    const full = this.#replicas.find(({ state }) => state.kind === "ready");
    if (full) return full;
    if (this.#replicas.some(({ state }) => state.kind === "opening")) return undefined;
    if (this.#replicas.length === 0 && !this.#state.failure) return undefined;
    this.#apply({ type: "needed", now: performance.now() });
    const failed = this.#replicas.map(({ state }) => state).find((state) => "failure" in state);
    const { details = "" } = failed?.failure ?? this.#state.failure ?? {};
    return { code: status.UNAVAILABLE, details, wasNotStarted: true };
  }

  #chooseHealthy(affinity: string | undefined): Replica | undefined {
    const ejected = this.#replicas.filter((replica) => replica.isEjected);
    // More than half of the replicas are never left out: then the replicas are not the cause.
    const mayLeaveOut = 2 * ejected.length <= this.#replicas.length;
    const usable = this.#replicas.filter((replica) => replica.hasRoom && !(mayLeaveOut && ejected.includes(replica)));
    if (affinity === undefined) return usable[(this.#next = (this.#next + 1) % Math.max(usable.length, 1))];
    const score = (replica: Replica) => scoreTarget(affinity, replica.target);
    return usable.reduce<Replica | undefined>(
      (best, replica) => (best && score(best) >= score(replica) ? best : replica),
      undefined,
    );
  }

  /** Waits until `choose` has another result, at most until the deadline or the abort of the signal. */
  async waitForChange(deadline: number, signal?: CallSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, deadline - Date.now());
      signal?.addEventListener("abort", end);
      this.#waiting.add(end);
      if (signal?.aborted) end();
    });
  }

  close(): void {
    this.#apply({ type: "closed" });
  }

  #apply(event: ReplicaPoolEvent): void {
    const state = nextReplicaPool(this.#state, event);
    if (state === this.#state) return;
    this.#state = state;
    if (state.kind === "resolving") void this.#resolve();
    if (state.kind !== "closed") return;
    clearInterval(this.#timer);
    for (const replica of this.#replicas) replica.close();
  }

  async #resolve(): Promise<void> {
    try {
      const targets = new Set(await this.#addresses.resolve());
      // When the name has no addresses, the known replicas are kept: they may still answer.
      if (targets.size > 0 && this.#state.kind === "resolving") this.#replace(targets);
      this.#apply({ type: "resolved" });
    } catch (error) {
      this.#apply({ type: "failed", error });
    }
    this.#notify();
  }

  #replace(targets: ReadonlySet<string>): void {
    const gone = this.#replicas.filter(({ target }) => !targets.has(target));
    const known = new Map(this.#replicas.map((replica) => [replica.target, replica]));
    this.#replicas = [...targets]
      .sort()
      .map(
        (target) =>
          known.get(target) ??
          new Replica(
            target,
            createReplicaOptions(this.#addresses.name, this.keepaliveTimeoutMs),
            this.credentials,
            () => this.#notify(),
          ),
      );
    for (const replica of gone) replica.close();
  }

  #notify(): void {
    for (const end of this.#waiting) end();
  }
}

/** The addresses of the replicas of a service, from its configured address. */
interface ReplicaAddresses {
  /** The name that their certificates must carry; undefined when the address is not a name. */
  name?: string;
  /** Targets of grpc-js, each one replica. @throws Error when the name cannot be resolved */
  resolve: () => Promise<string[]>;
}

/** Understands `host:port`, `dns:host:port`, `dns:///host:port`, `ipv4:a:1,b:2` and `ipv6:[a]:1,[b]:2`; anything else is one replica. */
function parseAddress(address: string): ReplicaAddresses {
  const [, scheme, list = ""] = /^(ipv[46]):(.*)$/.exec(address) ?? [];
  if (scheme) return { resolve: async () => list.split(",").map((one) => `${scheme}:${one}`) };
  const { host, port } = /^(?:dns:(?:\/\/\/)?)?(?<host>\[[^\]]+\]|[^/:]+):(?<port>\d+)$/.exec(address)?.groups ?? {};
  if (host === undefined || port === undefined) return { resolve: async () => [address] };
  const name = host.replace(/^\[|\]$/g, "");
  if (isIP(name)) return { resolve: async () => [toTarget(name, port)] };
  return {
    name,
    resolve: async () => (await dns.promises.lookup(name, { all: true })).map((found) => toTarget(found.address, port)),
  };
}

function toTarget(ip: string, port: string): string {
  return isIPv6(ip) ? `ipv6:[${ip}]:${port}` : `ipv4:${ip}:${port}`;
}
