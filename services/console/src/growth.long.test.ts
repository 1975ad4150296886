import { randomBytes } from "node:crypto";
import { newId, toPersonWords } from "@tenant-ops/kit/data";
import { examinedDuring, seedDatabase } from "@tenant-ops/kit/testing";
import { roles } from "@tenant-ops/rest/access";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countActive, listConnections } from "./connections/connections.store.js";
import { findInvitationByHash, listOpenInvitations } from "./invitations/invitations.store.js";
import { listMembers, listMembershipsOfPerson } from "./members/members.store.js";
import { membersMax } from "./members/members.rules.js";
import { findPersonByCredential } from "./passkeys/passkeys.store.js";
import { findSessionByHash, listSessionsOfPerson } from "./sessions/sessions.store.js";
import { startTestConsole, type TestConsole } from "./testing.js";

// A page of a list makes the database examine as many rows as it shows, whether there are 1,000 rows or 100,000.

const limit = 20;
const first = { limit, cursor: "" };
const now = Date.now();
const dayMs = 86_400_000;
const pad = (number: number) => String(number).padStart(6, "0");

describe.each([1000, 100_000])("among %i rows of each kind", (rows) => {
  const businessId = newId("biz");
  const personId = "per_own";
  const database = `test_growth_console_${randomBytes(4).toString("hex")}`;
  let service: TestConsole;

  /** A business has at most 1,000 members; the others are of other businesses. */
  const membership = (number: number) => ({
    _id: `mem_${pad(number)}`,
    businessId: number < membersMax ? businessId : `biz_${pad(number)}`,
    personId: number % membersMax === 0 ? personId : `per_${pad(number)}`,
    name: `Ana ${number}`,
    words: toPersonWords({ fullName: `Ana ${number}` }),
    email: `${pad(number)}@example.com`,
    role: roles[number % roles.length],
    createdAt: new Date(now),
  });
  /** The few open ones are the oldest, so that a page without an index would examine all others. */
  const invitation = (number: number) => ({
    _id: `inv_${pad(number)}`,
    businessId,
    tokenHash: `hash ${number}`,
    ...{ name: "Ana", email: "ana@example.com", role: "viewer", invitedBy: "Luz", inviterId: null },
    personId: `per_${pad(number)}`,
    isRecovery: false,
    createdAt: new Date(now),
    expiresAt: new Date(number < 2 * limit ? now + dayMs : now - dayMs),
    usedAt: number % 2 === 0 && number >= 2 * limit ? new Date(now) : null,
  });
  const connection = (number: number) => ({
    _id: `con_${pad(number)}`,
    businessId,
    personId,
    client: { id: "ocl_1", name: "Agent", host: null, redirectHost: "localhost" },
    ...{ scopes: ["supply:read"], requireProposal: false, resource: "", calls: 0 },
    createdAt: new Date(now),
    lastUsedAt: null,
    isActive: number < 2 * limit,
    revokedAt: null,
    expiresAt: new Date(now + dayMs),
  });
  const person = (number: number) => ({
    _id: `per_${pad(number)}`,
    ...{ name: "Ana", email: "ana@example.com", language: null, createdAt: new Date(now) },
    passkeys: [{ _id: `psk_${pad(number)}`, credentialId: `credential ${number}`, name: "Phone" }],
  });
  const session = (number: number) => ({
    _id: `sgn_${pad(number)}`,
    tokenHash: `hash ${number}`,
    personId: number < 50 ? personId : `per_${pad(number)}`,
    ...{ startedBy: "link", userAgent: "", address: "", createdAt: new Date(now), lastUsedAt: new Date(now) },
    expiresAt: new Date(now + dayMs),
    provenAt: new Date(now),
  });

  beforeAll(async () => {
    await seedDatabase(database, {
      memberships: { count: rows, toRow: membership },
      invitations: { count: rows, toRow: invitation },
      connections: { count: rows, toRow: connection },
      people: { count: rows, toRow: person },
      sessions: { count: rows, toRow: session },
    });
    service = await startTestConsole({ MONGODB_DATABASE: database });
  });
  afterAll(() => service?.close());

  const db = () => service.running.context.db;
  const ofBusiness = { businessId, role: undefined, search: "" };

  test.each<[string, number, () => Promise<unknown>]>([
    ["members", limit + 1, () => listMembers(db(), ofBusiness, first)],
    ["members with a role", limit + 1, () => listMembers(db(), { ...ofBusiness, role: "viewer" }, first)],
    ["members whose name begins so", membersMax, () => listMembers(db(), { ...ofBusiness, search: "ana 9" }, first)],
    ["businesses of a person", 101, () => listMembershipsOfPerson(db(), personId)],
    // A business has at most 200 open ones.
    ["open invitations", 2 * limit + 1, () => listOpenInvitations(db(), businessId, first)],
    ["connections of a business", limit + 1, () => listConnections(db(), { businessId }, first)],
    ["active connections", limit + 1, () => listConnections(db(), { businessId, isActive: true }, first)],
    ["connections of a person", limit + 1, () => listConnections(db(), { personId }, first)],
    ["own active connections", limit + 1, () => listConnections(db(), { personId, isActive: true }, first)],
    ["the count of active connections", 2 * limit + 1, () => countActive(db(), businessId, personId, 200)],
    ["sessions of a person", 50, () => listSessionsOfPerson(db(), personId, first)],
    ["a session by its hash", 1, () => findSessionByHash(db(), "hash 7")],
    ["an invitation by its hash", 1, () => findInvitationByHash(db(), "hash 7")],
    ["a person by a passkey", 1, () => findPersonByCredential(db(), "credential 7")],
  ])("%s: no command examines more than %i", async (_name, examinedMax, read) => {
    expect(await examinedDuring(database, read)).toBeLessThanOrEqual(examinedMax);
  });
});
