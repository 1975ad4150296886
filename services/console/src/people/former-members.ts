import { type Database, dayMs, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { Logger, Metrics } from "@tenant-ops/kit/telemetry";
import { MongoError } from "mongodb";
import { Counter } from "prom-client";
import { isInvited } from "../invitations/invitations.store.js";
import { findMembersAmong } from "../members/members.store.js";
import { deleteSessionsOf } from "../sessions/sessions.store.js";
import { deleteUnchanged, type LastSeen, listPeople } from "./people.store.js";

/** How long a person who is a member of no business is kept after leaving the last one, or after signing in later. */
export const formerMemberDays = 30;
const peoplePerRound = 200;
/** Short, so that a process that runs for less than an hour also makes a round. */
const everyMs = 15 * 60 * 1000;

interface RoundOptions {
  readNow?: () => Date;
  /** Called for each person whose record cannot be read. The record is kept until it is repaired; the other people are still checked. */
  onDamaged?: () => void;
}

/**
 * Creates one round: checks the next people, and deletes those who have been members of no business for long enough and have no open invitation. The
 * identity at the provider of a business is kept, without name and address, so that a removed member does not become a member again by signing in.
 * @returns a function that returns whether there are more people
 */
export function createFormerMemberRound(
  db: Database,
  logger: Logger,
  { readNow = () => new Date(), onDamaged = () => undefined }: RoundOptions = {},
): () => Promise<boolean> {
  let after = "";
  return async () => {
    // People are read before memberships: a person who joins in between is changed by that, and `deleteUnchanged` does not delete the record.
    const people = await listPeople(db, after, peoplePerRound);
    const members = await findMembersAmong(
      db,
      people.map(({ _id }) => _id),
    );
    for (const person of people) {
      if (members.has(person._id)) continue;
      try {
        await checkFormerMember(db, person, readNow());
      } catch (error) {
        // An error of the database concerns all people: the next round checks them again.
        if (error instanceof MongoError) throw error;
        logger.error({ err: error, personId: person._id }, "record of a person is damaged, the person is not deleted");
        onDamaged();
      }
    }
    const hasMore = people.length === peoplePerRound;
    after = hasMore ? (people.at(-1)?._id ?? "") : "";
    return hasMore;
  };
}

async function checkFormerMember(db: Database, person: LastSeen, now: Date): Promise<void> {
  const times = [person.joinedAt, person.membershipEndedAt, person.signedInAt].map((time) => time?.getTime() ?? 0);
  if (now.getTime() - Math.max(...times) < formerMemberDays * dayMs) return;
  if (await isInvited(db, person.email, now)) return;
  // A session that began at the same time has changed the person.
  if (await deleteUnchanged(db, person)) await deleteSessionsOf(db, person._id);
}

/** Checks all people periodically, in one process at a time. */
export function startFormerMemberTask(db: Database, logger: Logger, { registry }: Metrics): () => Promise<void> {
  const damaged = new Counter({
    name: "tenantops_damaged_people_total",
    help: "People of no business whose records could not be read, so that they were not deleted; each search counts them again",
    registers: [registry],
  });
  const run = createFormerMemberRound(db, logger, { onDamaged: () => damaged.inc() });
  return startLeasedPeriodicTask({ database: db, logger }, { name: "former members", everyMs, run });
}
