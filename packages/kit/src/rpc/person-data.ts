import type { PersonDataService, PersonNames } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import { Refusal } from "../errors/refusal.js";
import {
  endErasure,
  erasePerson,
  exportPerson,
  findPerson,
  nameLengthMax,
  type PrivacyOptions,
} from "../privacy/index.js";
import type { RpcHandlers } from "./definition.js";
import { createPersonNames, listPersonNames } from "./person-names.js";

/** Less than an attempt of the gateway's client may take, so that its answer arrives. */
const workingMs = 2000;

/** The handlers of every service for personal data. */
export function createPersonDataHandlers(options: PrivacyOptions): RpcHandlers<typeof PersonDataService> {
  // Requests about persons are answered also while the business is being offboarded.
  const open = (call: Call): Call => ({ ...call, allowsClosed: "closed" });
  return {
    findPerson: async ({ names, position }, call) => {
      const until = Date.now() + workingMs;
      const found = await findPerson(options, open(call), toIdentifiers(names), { given: position, until });
      return { ...found, links: createPersonNames(found.links) };
    },
    exportPerson: async ({ names, position }, call) => {
      const part = await exportPerson(options, open(call), toIdentifiers(names), position);
      return { lines: Buffer.from(part.lines.join("")), position: part.position };
    },
    erasePerson: async ({ requestId, names, tombstone, pass }, call) => {
      const request = { requestId, identifiers: toIdentifiers(names), tombstone, pass };
      const result = await erasePerson(options, open(call), request, Date.now() + workingMs);
      return { ...result, links: createPersonNames(result.links) };
    },
    endErasure: async ({ requestId }, call) => {
      return { hasMore: !(await endErasure(options, open(call), requestId, Date.now() + workingMs)) };
    },
  };
}

const namesMax = 5000;

/** @throws Refusal invalid_argument */
function toIdentifiers(names: PersonNames | undefined): PersonIdentifier[] {
  const identifiers = listPersonNames(names);
  if (identifiers.length === 0 || identifiers.length > namesMax)
    throw new Refusal("invalid_argument", `names must have 1 to ${namesMax} values, not ${identifiers.length}.`);
  for (const { kind, value } of identifiers)
    if (value.length === 0 || value.length > nameLengthMax)
      throw new Refusal(
        "invalid_argument",
        `names: the value of a name (${kind}) must have 1 to ${nameLengthMax} characters.`,
      );
  return identifiers;
}
