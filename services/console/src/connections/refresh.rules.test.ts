import { describe, expect, test } from "vitest";
import { judgeRefresh } from "./refresh.rules.js";
import type { Connection } from "./connections.rules.js";

const now = new Date("2026-11-22T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

function createConnection(given: Partial<Connection> = {}): Connection {
  return {
    _id: "con_1",
    businessId: "biz_1",
    personId: "per_1",
    client: { id: "ocl_1", name: "Agent", host: null, redirectHost: "localhost" },
    scopes: ["supply:read"],
    refusedScopes: [],
    requireProposal: false,
    isSandbox: false,
    resource: "",
    refresh: { generation: 3, salt: "salt", hash: "hash-3", rotatedAt: secondsAgo(5) },
    createdAt: secondsAgo(1000),
    lastUsedAt: null,
    calls: 0,
    isActive: true,
    revokedAt: null,
    revokedReason: null,
    expiresAt: new Date(now.getTime() + 1000),
    ...given,
  };
}
const createReplaced = (age: number) =>
  createConnection({ refresh: { generation: 3, salt: "salt", hash: "hash-3", rotatedAt: secondsAgo(age) } });
const sent = (generation: number, given: object = {}) => ({
  generation,
  hash: `hash-${generation}`,
  clientId: "ocl_1",
  ...given,
});

describe("a refresh token", () => {
  test("that is the latest one is replaced by the next one, also after a change of the secret", () => {
    expect(judgeRefresh(createConnection(), sent(3), true, now)).toBe("next");
    expect(judgeRefresh(createConnection(), sent(3), false, now)).toBe("next");
  });

  test.each([0, 12, 120])(
    "that was replaced %i seconds ago gets the same answer while nobody used the next one",
    (age) => {
      expect(judgeRefresh(createReplaced(age), sent(2), true, now)).toBe("repeat");
    },
  );

  test("is treated as stolen after two minutes, and at once when the next one was used", () => {
    expect(judgeRefresh(createReplaced(121), sent(2), true, now)).toBe("reused");
    expect(judgeRefresh(createReplaced(0), sent(1), true, now)).toBe("reused");
  });

  test("that was never made does not end the connection", () => {
    expect(judgeRefresh(createConnection(), sent(3, { hash: "other" }), false, now)).toBe("unknown");
    expect(judgeRefresh(createConnection(), sent(2), false, now)).toBe("unknown");
    expect(judgeRefresh(createConnection(), sent(4), true, now)).toBe("unknown");
  });

  test.each([
    ["of another client", {}, { clientId: "ocl_2" }],
    ["of a revoked connection", { isActive: false }, {}],
    ["that was not used for too long", { expiresAt: now }, {}],
  ])("%s is unknown", (_name, connection, given) => {
    expect(judgeRefresh(createConnection(connection), sent(3, given), true, now)).toBe("unknown");
    expect(judgeRefresh(createConnection(connection), sent(1, given), true, now)).toBe("unknown");
  });
});
