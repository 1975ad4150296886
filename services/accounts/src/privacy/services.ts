import { setImmediate } from "node:timers/promises";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { createPersonNames, listPersonNames, type RpcClients } from "@tenant-ops/kit/rpc";
import { DataService, type PersonNames } from "@tenant-ops/proto/common";
import { askForParts, askService, createDataCall } from "../requests/data-calls.js";
import { addCounts, mergeCounts, nameService, type RecordCount } from "../requests/record-counts.rules.js";
import { isAmbiguous, leaveOut, mergeIdentifiers, namesMax } from "./names.rules.js";

export interface ServicesOptions {
  clients: RpcClients;
  /** Names of all services, the console included. */
  services: readonly string[];
}

/** The service that stores the members of businesses. Members are not erased. */
const peopleService = "console";
/** Time limit of a search. An erasure finds the remaining records while it runs, and an export when it is downloaded. */
const searchMs = 10_000;
/** The longest chain of linked records: e-mail → registration → visitor → prizes. */
const roundsMax = 4;

export interface FoundEverywhere {
  identifiers: PersonIdentifier[];
  /** Other names in the records of which nothing proves that they are of the same person. They are not searched. */
  unproven: PersonIdentifier[];
  records: RecordCount[];
  isMember: boolean;
  /** False when the search ended at its time limit: there may be more records and more names. */
  isComplete: boolean;
}

interface SearchOptions {
  includeLinked: boolean;
  /** Milliseconds since 1970 after which no further part is searched. */
  until?: number;
}

/**
 * Finds the records and names of a person in all services. With `includeLinked`, names that are found in the records are searched as well, until no
 * new name is found.
 * @throws Refusal person_ambiguous, service_unavailable
 */
export async function findEverywhere(
  options: ServicesOptions,
  caller: { businessId: string; requestId: string },
  given: readonly PersonIdentifier[],
  { includeLinked, until = Date.now() + searchMs }: SearchOptions,
): Promise<FoundEverywhere> {
  let identifiers = [...given];
  let records: RecordCount[] = [];
  for (let round = 1; ; round += 1) {
    const known = identifiers;
    const found = await Promise.all(
      options.services.map(async (service, index) => {
        await waitIterations(index);
        // No time limit for the console: whether the person is a member must be known.
        const own = service === peopleService ? Number.POSITIVE_INFINITY : until;
        return findInService(options, caller, known, { service, until: own });
      }),
    );
    const links = found.flatMap((one) => one.links);
    const merged = includeLinked ? mergeIdentifiers(identifiers, links) : identifiers;
    if (isAmbiguous(merged)) throw createAmbiguous(merged.length);
    // For a service that is too slow in this round, the counts of the previous round are kept.
    records = mergeCounts(
      records,
      found.flatMap((one) => one.records),
    );
    const isComplete = found.every((one) => one.isComplete);
    if (merged.length === identifiers.length || round === roundsMax || !isComplete) {
      const further = merged.slice(identifiers.length);
      const isMember = hasMember(records) || (await isOfMember(options, caller, further));
      const typed = found.flatMap((one) => one.unproven);
      return { identifiers: merged, unproven: leaveOut(typed, merged), records, isMember, isComplete };
    }
    identifiers = merged;
  }
}

/** Whether one of these names belongs to a member of the business. @throws Refusal service_unavailable, deadline_exceeded */
export async function isOfMember(
  options: ServicesOptions,
  caller: { businessId: string; requestId: string },
  names: readonly PersonIdentifier[],
): Promise<boolean> {
  if (names.length === 0 || !options.services.includes(peopleService)) return false;
  const found = await findInService(options, caller, names, {
    service: peopleService,
    until: Number.POSITIVE_INFINITY,
  });
  return hasMember(found.records);
}

const hasMember = (records: readonly RecordCount[]): boolean =>
  records.some(({ collection }) => collection === "memberships");

/** Encoding thousands of names for one service takes some milliseconds, so each service gets its own iteration of the event loop. */
async function waitIterations(count: number): Promise<void> {
  for (let iteration = 0; iteration < count; iteration += 1) await setImmediate();
}

/** Asks one service until it has searched everything. */
async function findInService(
  { clients }: ServicesOptions,
  { businessId, requestId }: { businessId: string; requestId: string },
  identifiers: readonly PersonIdentifier[],
  { service, until }: { service: string; until: number },
): Promise<{ records: RecordCount[]; links: PersonIdentifier[]; unproven: PersonIdentifier[]; isComplete: boolean }> {
  const names = createPersonNames(identifiers);
  const ask = (position: string) =>
    askService(clients, service, DataService.method.findPerson, createDataCall(businessId, requestId), {
      names,
      position,
    });
  const { parts, isComplete } = await askForParts(ask, until);
  const listAll = (names: (part: (typeof parts)[number]) => PersonNames | undefined) =>
    parts.flatMap((part) => listPersonNames(names(part)));
  return {
    records: addCounts(parts.flatMap(({ found }) => nameService(service, found))),
    links: mergeIdentifiers(
      [],
      listAll(({ links }) => links),
    ),
    unproven: listAll(({ unproven }) => unproven),
    isComplete,
  };
}

function createAmbiguous(names: number): Refusal {
  return new Refusal(
    "person_ambiguous",
    `The records lead to ${names} names, and one person has at most ${namesMax}. Send includeLinked: false, with the names of this person only.`,
  );
}
