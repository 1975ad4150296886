import { create } from "@bufbuild/protobuf";
import { type Call, createSystemCall, wildcardScope } from "@tenant-ops/kit/call";
import type { IdentifierKind, PersonIdentifier } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { FindPersonRequestSchema, PersonDataService } from "@tenant-ops/proto/common";
import { mergeIdentifiers } from "./names.rules.js";
import type { RecordCount } from "./person-requests.types.js";

export interface ServicesOptions {
  clients: RpcClients;
  /** Names of all services, the console included. */
  services: readonly string[];
}

const attemptMs = 5000;
/** E-mail → registration → visitor → prizes: no chain of records is longer. */
const roundsMax = 4;
/** One person has fewer names; a shared mailbox leads to many persons. */
const namesMax = 50;

/** A call of the gateway itself to one of the services. */
export function createPersonCall(businessId: string, requestId: string): Call {
  return createSystemCall(businessId, "person request", {
    scopes: [wildcardScope],
    requestId,
    // Every rpc of it may be repeated.
    idempotencyKey: requestId,
    deadline: Date.now() + attemptMs,
  });
}

export interface FoundEverywhere {
  identifiers: PersonIdentifier[];
  records: RecordCount[];
  isMember: boolean;
}

/**
 * What all services know about a person. With `includeLinked`, names that stand in the records are searched as well, until no new one
 * is found.
 * @throws Refusal person_ambiguous, service_unavailable
 */
export async function findEverywhere(
  { clients, services }: ServicesOptions,
  caller: { businessId: string; requestId: string },
  given: readonly PersonIdentifier[],
  includeLinked: boolean,
): Promise<FoundEverywhere> {
  let identifiers = [...given];
  for (let round = 1; ; round += 1) {
    const request = create(FindPersonRequestSchema, { identifiers });
    const answers = await Promise.all(
      services.map(async (service) => {
        const call = createPersonCall(caller.businessId, caller.requestId);
        const { message } = await clients.unary(PersonDataService.method.findPerson, request, call, service);
        return { service, ...message };
      }),
    );
    const links = answers.flatMap(({ links: found }) =>
      found.map(({ kind, value }): PersonIdentifier => ({ kind: kind as IdentifierKind, value })),
    );
    const merged = includeLinked ? mergeIdentifiers(identifiers, links) : identifiers;
    if (merged.length > namesMax) throw createAmbiguous(merged.length);
    if (merged.length === identifiers.length || round === roundsMax) return describe(identifiers, answers);
    identifiers = merged;
  }
}

function describe(
  identifiers: PersonIdentifier[],
  answers: readonly { service: string; found: readonly { collection: string; records: number }[] }[],
): FoundEverywhere {
  const records = answers.flatMap(({ service, found }) =>
    found.map(({ collection, records: count }) => ({ service, collection, records: count })),
  );
  return { identifiers, records, isMember: records.some(({ collection }) => collection === "memberships") };
}

function createAmbiguous(names: number): Refusal {
  return new Refusal(
    "person_ambiguous",
    `The records lead to ${names} names, and one person has at most ${namesMax}. Send includeLinked: false, with the names of this person only.`,
  );
}
