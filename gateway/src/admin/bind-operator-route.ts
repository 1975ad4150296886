import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  bindRouteWith,
  computeBodyDigest,
  type ParsedRequest,
  readIdempotencyKey,
  type Route,
  type RouteAnswer,
  setReplayedHeader,
} from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { setCreated } from "./operator-calls.js";
import { type OperatorWrite, releaseWrite, reserveWrite, storeReply } from "./operator-writes.store.js";

/** One write of an operator. With an Idempotency-Key, a repeat gets the same values. */
export interface PlannedWrite {
  /** The id of what it creates. */
  newId: string;
  /** The time that its records get. */
  at: Date;
  /** Differs for any two writes; undefined without an Idempotency-Key. */
  name?: string;
}

export interface OperatorContext {
  /**
   * Runs a write once per Idempotency-Key; a repeat gets the stored answer. After a crash, or when two of them run at once, `work` runs
   * again with the same ids and times, so each of its steps must be one that can be repeated.
   * @param reveal adds to the answer what must not be stored
   * @throws Refusal idempotency_conflict
   */
  runOnce: <Stored, Answer = Stored>(
    createId: () => string,
    work: (write: PlannedWrite) => Promise<Stored>,
    reveal?: (stored: Stored, write: PlannedWrite) => Answer,
  ) => Promise<Answer>;
  /** Adds the id of what the call creates to its record. */
  setCreated: (id: string) => void;
}

export interface OperatorRouteOptions {
  db: Database;
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
}

/** Registers the handler of a declared route for operators, as `bindRoute` does for those of services. */
export function bindOperatorRoute<R extends Route>(
  app: FastifyInstance,
  { db, checkReplies }: OperatorRouteOptions,
  route: R,
  handle: (input: ParsedRequest<R> & OperatorContext) => Promise<RouteAnswer<R>>,
): void {
  bindRouteWith(app, route, {
    begin: (request) => createContext(db, request),
    handle: async (input) => {
      const answer = await handle(input);
      setReplayedHeader(input.reply, input.state);
      return answer;
    },
    checksReplies: () => checkReplies,
  });
}

function createContext(db: Database, request: FastifyRequest): OperatorContext & { state: { replayed?: boolean } } {
  const state: { replayed?: boolean } = {};
  return {
    state,
    setCreated: (id) => setCreated(request, id),
    async runOnce(createId, work, reveal = (stored) => stored as never) {
      const name = nameWrite(request);
      if (name === undefined) {
        const unnamed = { newId: createId(), at: new Date() };
        return reveal(await work(unnamed), unnamed);
      }
      const digest = computeBodyDigest(request);
      const own = { _id: name, digest, newId: createId(), createdAt: new Date() };
      const reserved = await reserveWrite(db, own);
      if (reserved.digest !== digest) {
        throw new Refusal("idempotency_conflict", "This idempotency key was used before with other arguments.");
      }
      const write = { newId: reserved.newId, at: reserved.createdAt, name: `${name}|${reserved.newId}` };
      if (reserved.reply !== undefined) {
        state.replayed = true;
        return reveal(reserved.reply as Awaited<ReturnType<typeof work>>, write);
      }
      const reply = await work(write).catch((error: unknown) => releaseRefused(db, reserved, error));
      await storeReply(db, name, reply);
      return reveal(reply, write);
    },
  };
}

/** A refused write has changed nothing: the corrected request may come with the same key, as it may for tenants. */
async function releaseRefused(db: Database, reserved: OperatorWrite, error: unknown): Promise<never> {
  if (error instanceof Refusal && !error.retryable) await releaseWrite(db, reserved);
  throw error;
}

/** The path is part of the name: with an id in the path, each id is an operation of its own. */
function nameWrite(request: FastifyRequest): string | undefined {
  const key = readIdempotencyKey(request);
  if (key === undefined) return undefined;
  return [request.operatorCall?.operator, request.method, request.url.split("?")[0], key].join("|");
}
