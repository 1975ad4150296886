import { create } from "@bufbuild/protobuf";
import {
  type DataService,
  type PersonNames,
  PersonNamesSchema,
  type RetentionRule as GivenRule,
} from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { IdentifierKind, PersonIdentifier } from "../data/data-life.types.js";
import type { BusinessState } from "../data/infrastructure.js";
import { Refusal } from "../errors/refusal.js";
import type { BusinessData } from "../offboarding/index.js";
import {
  endErasure,
  erasePerson,
  exportPerson,
  findPerson,
  isUsableName,
  nameLengthMax,
  type PrivacyOptions,
} from "../privacy/index.js";
import type { RetentionMode, RetentionRules, ServiceRetention } from "../retention/index.js";
import type { RpcHandlers } from "./definition.js";

/** Less than an attempt of the client may take, so that its answer arrives. */
const workingMs = 2000;

/** The handlers of every service for requests about data. */
export function createDataHandlers(
  options: PrivacyOptions,
  business: BusinessData,
  retention: ServiceRetention,
): RpcHandlers<typeof DataService> {
  // Requests about persons are answered also while the business is being offboarded.
  const open = (call: Call): Call => ({ ...call, allowsClosed: "closed" });
  return {
    findPerson: async ({ names, position }, call) => {
      const until = Date.now() + workingMs;
      const found = await findPerson(options, open(call), toIdentifiers(names), { given: position, until });
      return { ...found, links: createPersonNames(found.links), unproven: createPersonNames(found.unproven) };
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
    setBusinessState: async ({ state, version }, call) => {
      // The contract allows these states only.
      await business.setState(call, { state: state as BusinessState, version });
      return {};
    },
    countBusiness: ({ position }, call) => business.count(call, position),
    exportBusiness: ({ position }, call) => business.export(call, position),
    deleteBusiness: ({ requestId, pass }, call) => business.delete(call, { requestId, pass }),
    endDeletion: async ({ requestId, version }, call) => {
      await business.end(call, { requestId, version });
      return {};
    },
    previewRetention: async ({ rules }, call) => {
      const { kinds, canArchive } = await retention.preview(call, toRules(rules));
      return { previewed: kinds.map(({ oldest = "", ...kind }) => ({ ...kind, oldest })), canArchive };
    },
    setRetention: async ({ version, rules, chosenAt }, call) => {
      const stored = await retention.setRules(call, { version, rules: toRules(rules), chosenAt: new Date(chosenAt) });
      return {
        version: stored.version,
        chosenAt: stored.chosenAt.toISOString(),
        rules: Object.entries(stored.rules).map(([kind, { mode, days }]) => ({ kind, mode, days })),
      };
    },
  };
}

/** The contract allows these modes only. */
function toRules(given: readonly GivenRule[]): RetentionRules {
  return Object.fromEntries(given.map(({ kind, mode, days }) => [kind, { mode: mode as RetentionMode, days }]));
}

const namesMax = 5000;

/** @throws Refusal invalid_argument */
function toIdentifiers(names: PersonNames | undefined): PersonIdentifier[] {
  const identifiers = listPersonNames(names);
  if (identifiers.length === 0 || identifiers.length > namesMax)
    throw new Refusal("invalid_argument", `names must have 1 to ${namesMax} values, not ${identifiers.length}.`);
  for (const identifier of identifiers)
    if (!isUsableName(identifier))
      throw new Refusal(
        "invalid_argument",
        `names: the value of a name (${identifier.kind}) must have 1 to ${nameLengthMax} characters.`,
      );
  return identifiers;
}

/** The names of a person as the rpcs between accounts and the services have them. */
export function createPersonNames(identifiers: readonly PersonIdentifier[]): PersonNames {
  const listOf = (kind: IdentifierKind) => identifiers.filter((one) => one.kind === kind).map(({ value }) => value);
  return create(PersonNamesSchema, { emails: listOf("email"), userIds: listOf("userId"), phones: listOf("phone") });
}

/** The same names, first the e-mail addresses, then the user ids. @param names absent for none */
export function listPersonNames(names: PersonNames | undefined): PersonIdentifier[] {
  if (!names) return [];
  const listOf = (kind: IdentifierKind, values: readonly string[]) => values.map((value) => ({ kind, value }));
  return [...listOf("email", names.emails), ...listOf("userId", names.userIds), ...listOf("phone", names.phones)];
}
