import type { PersonDataService, PersonIdentifier as GivenIdentifier } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { IdentifierKind, PersonIdentifier } from "../data/data-life.types.js";
import { Refusal } from "../errors/refusal.js";
import { endErasure, erasePerson, exportPerson, findPerson, type PrivacyOptions } from "../privacy/index.js";
import type { RpcHandlers } from "./definition.js";

/** Less than an attempt of the gateway's client may take, so that its answer arrives. */
const workingMs = 2000;

/** The handlers of every service for what it knows about persons. */
export function createPersonDataHandlers(options: PrivacyOptions): RpcHandlers<typeof PersonDataService> {
  // Requests about persons are answered also while the business leaves.
  const open = (call: Call): Call => ({ ...call, allowsClosed: "leaving" });
  return {
    findPerson: ({ identifiers, position }, call) =>
      findPerson(options, open(call), toIdentifiers(identifiers), { given: position, until: Date.now() + workingMs }),
    exportPerson: async ({ identifiers, position }, call) => {
      const part = await exportPerson(options, open(call), toIdentifiers(identifiers), position);
      return { lines: Buffer.from(part.lines.join("")), position: part.position };
    },
    erasePerson: ({ requestId, identifiers, tombstone, pass }, call) => {
      const request = { requestId, identifiers: toIdentifiers(identifiers), tombstone, pass };
      return erasePerson(options, open(call), request, Date.now() + workingMs);
    },
    endErasure: async ({ requestId }, call) => {
      await endErasure(options, open(call), requestId, Date.now() + workingMs);
      return {};
    },
  };
}

const kinds: ReadonlySet<string> = new Set<IdentifierKind>(["email", "userId", "phone"]);
const valueMax = 320;

/** @throws Refusal invalid_argument */
function toIdentifiers(given: readonly GivenIdentifier[]): PersonIdentifier[] {
  return given.map(({ kind, value }, index) => {
    if (!kinds.has(kind))
      throw new Refusal("invalid_argument", `identifiers[${index}].kind must be email, userId or phone.`);
    if (value.length === 0 || value.length > valueMax)
      throw new Refusal("invalid_argument", `identifiers[${index}].value must have 1 to ${valueMax} characters.`);
    return { kind: kind as IdentifierKind, value };
  });
}
