import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ClientSessionEvent, type ClientSessionState, nextClientSession } from "./client-session.rules.js";
import { nextReplica, type ReplicaEvent, type ReplicaState } from "./replica.rules.js";
import { nextReplicaPool, type ReplicaPoolEvent, type ReplicaPoolState } from "./replica-pool.rules.js";
import { nextServerSession, type ServerSessionEvent, type ServerSessionState } from "./server-session.rules.js";

const calls = new Map<number, string>();
const end = { code: 14, details: "No connection established" };

/** A state or an event that is not in these records does not compile, and each state has a row with a column for each event. */
interface StateTable<State extends { kind: string }, Event extends { type: string }> {
  next: (state: State, event: Event) => { kind: string };
  initial: State["kind"];
  states: { [Kind in State["kind"]]: State & { kind: Kind } };
  events: { [Type in Event["type"]]: Event & { type: Type } };
  /** The next state; "–" where the event is ignored. */
  table: { [Kind in State["kind"]]: { [Type in Event["type"]]: State["kind"] | "–" } };
}

function describeTable<State extends { kind: string }, Event extends { type: string }>(
  name: string,
  { next, initial, states, events, table }: StateTable<State, Event>,
): void {
  describe(name, () => {
    const kinds = Object.keys(states) as State["kind"][];
    const types = Object.keys(events) as Event["type"][];
    test.each(kinds.flatMap((kind) => types.map((type) => ({ kind, type, to: table[kind][type] }))))(
      "$kind, $type: $to",
      ({ kind, type, to }) => {
        const found = next(states[kind], events[type]);
        expect(found === states[kind] ? "–" : found.kind).toBe(to);
      },
    );

    test("reaches all of its states", () => {
      const reached = new Set<State["kind"]>([initial]);
      for (const kind of reached)
        for (const type of types) {
          const to = table[kind][type];
          if (to !== "–") reached.add(to);
        }
      expect([...reached].sort()).toEqual(kinds.sort());
    });
  });
}

describeTable<ClientSessionState<string>, ClientSessionEvent>("a session of a client", {
  next: nextClientSession,
  initial: "opening",
  states: {
    opening: { kind: "opening", calls: undefined },
    ready: { kind: "ready", calls },
    draining: { kind: "draining", calls },
    finishing: { kind: "finishing", calls: undefined },
    ended: { kind: "ended", calls: undefined, end },
  },
  events: {
    accepted: { type: "accepted" },
    drained: { type: "drained" },
    emptied: { type: "emptied" },
    ended: { type: "ended", end },
  },
  table: {
    opening: { accepted: "ready", drained: "finishing", emptied: "–", ended: "ended" },
    ready: { accepted: "–", drained: "draining", emptied: "–", ended: "ended" },
    draining: { accepted: "–", drained: "–", emptied: "finishing", ended: "ended" },
    finishing: { accepted: "–", drained: "–", emptied: "–", ended: "ended" },
    ended: { accepted: "–", drained: "–", emptied: "–", ended: "–" },
  },
});

describeTable<ServerSessionState<string>, ServerSessionEvent>("a session of a server", {
  next: nextServerSession,
  initial: "serving",
  states: {
    serving: { kind: "serving", calls },
    draining: { kind: "draining", calls },
    closing: { kind: "closing", calls },
    finished: { kind: "finished", calls: undefined },
    aborted: { kind: "aborted", calls: undefined },
  },
  events: {
    drained: { type: "drained" },
    client_ended: { type: "client_ended" },
    emptied: { type: "emptied" },
    aborted: { type: "aborted" },
  },
  table: {
    serving: { drained: "draining", client_ended: "closing", emptied: "–", aborted: "aborted" },
    draining: { drained: "–", client_ended: "closing", emptied: "–", aborted: "aborted" },
    closing: { drained: "–", client_ended: "–", emptied: "finished", aborted: "aborted" },
    finished: { drained: "–", client_ended: "–", emptied: "–", aborted: "–" },
    aborted: { drained: "–", client_ended: "–", emptied: "–", aborted: "–" },
  },
});

const replicas: { [Kind in ReplicaState<string>["kind"]]: ReplicaState<string> & { kind: Kind } } = {
  opening: { kind: "opening", session: "session" },
  ready: { kind: "ready", session: "session" },
  failed: { kind: "failed", session: "session", failure: end, retryMs: 100 },
  retrying: { kind: "retrying", session: "session", failure: end, retryMs: 100 },
  closed: { kind: "closed", session: "session" },
};

describeTable<ReplicaState<string>, ReplicaEvent<string>>("a replica", {
  next: nextReplica,
  initial: "opening",
  states: replicas,
  events: {
    accepted: { type: "accepted", session: "session" },
    drained: { type: "drained", session: "session" },
    ended: { type: "ended", session: "session", end },
    retry_due: { type: "retry_due" },
    closed: { type: "closed" },
  },
  table: {
    opening: { accepted: "ready", drained: "opening", ended: "failed", retry_due: "–", closed: "closed" },
    ready: { accepted: "–", drained: "opening", ended: "opening", retry_due: "–", closed: "closed" },
    failed: { accepted: "–", drained: "–", ended: "–", retry_due: "retrying", closed: "closed" },
    retrying: { accepted: "ready", drained: "opening", ended: "failed", retry_due: "–", closed: "closed" },
    closed: { accepted: "–", drained: "–", ended: "–", retry_due: "–", closed: "–" },
  },
});

test.each(Object.values(replicas))("no event of an earlier session changes a replica that is $kind", (replica) => {
  const session = "earlier";
  expect(nextReplica(replica, { type: "accepted", session })).toBe(replica);
  expect(nextReplica(replica, { type: "drained", session })).toBe(replica);
  expect(nextReplica(replica, { type: "ended", session, end })).toBe(replica);
});

test("a replica connects again on the same connection, after pauses of up to half a second, and on a new one when it was ready", () => {
  let state: ReplicaState<string> = replicas.opening;
  const pauses = Array.from({ length: 5 }, () => {
    state = nextReplica(state, { type: "ended", session: state.session, end });
    const { retryMs } = state as ReplicaState<string> & { kind: "failed" };
    state = nextReplica(state, { type: "retry_due" });
    expect(state.session).toBe("on_same_connection");
    return retryMs;
  });
  expect(pauses).toEqual([100, 200, 400, 500, 500]);
  state = nextReplica(state, { type: "accepted", session: state.session });
  state = nextReplica(state, { type: "ended", session: state.session, end });
  expect(state).toEqual({ kind: "opening", session: "on_new_connection" });
  expect(nextReplica(state, { type: "ended", session: state.session, end })).toMatchObject({ retryMs: 100 });
});

describeTable<ReplicaPoolState, ReplicaPoolEvent>("the replicas of a service", {
  next: nextReplicaPool,
  initial: "idle",
  states: {
    idle: { kind: "idle", begunAt: 0 },
    resolving: { kind: "resolving", begunAt: 0 },
    closed: { kind: "closed", failure: end },
  },
  events: {
    due: { type: "due", now: 1 },
    needed: { type: "needed", now: 501 },
    resolved: { type: "resolved" },
    failed: { type: "failed", error: new Error("ENOTFOUND") },
    closed: { type: "closed" },
  },
  table: {
    idle: { due: "resolving", needed: "resolving", resolved: "–", failed: "–", closed: "closed" },
    resolving: { due: "–", needed: "–", resolved: "idle", failed: "idle", closed: "closed" },
    closed: { due: "–", needed: "–", resolved: "–", failed: "–", closed: "–" },
  },
});

test("calls that find no replica have the name resolved only after half a second; the failure is kept until then", () => {
  const failed = nextReplicaPool({ kind: "resolving", begunAt: 1000 }, { type: "failed", error: "ENOTFOUND" });
  expect(failed.failure?.details).toBe("Name resolution failed: ENOTFOUND");
  expect(nextReplicaPool(failed, { type: "needed", now: 1500 })).toBe(failed);
  expect(nextReplicaPool(failed, { type: "needed", now: 1501 })).toEqual({
    ...failed,
    kind: "resolving",
    begunAt: 1501,
  });
});

test("no class has two booleans that change: some of their combinations are usually no states", () => {
  const root = new URL("../../../../../", import.meta.url);
  const files = ["packages/kit/src/", "gateway/src/", "services/"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((name) => /^(?!.*(node_modules|dist)\/).*\.tsx?$/.test(name))
      .map((name) => folder + name),
  );
  const classes = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), "utf8").matchAll(/^(?:export )?(?:abstract )?class (\w+)[^]*?^}/gm)].map(
      ([body, name]) => ({ name: `${file} ${name}`, booleans: body.match(changingBoolean)?.length ?? 0 }),
    ),
  );
  expect(classes.map(({ name }) => name)).toContain("packages/kit/src/rpc/session/frame-queue.ts FrameQueue");
  expect(classes.filter(({ booleans }) => booleans > 1)).toEqual([]);
});

const changingBoolean = /^ {2,4}(?:(?:private|protected|public|static) )*#?\w+\??(?:: boolean\b| = (?:true|false);)/gm;
