import type { DescMessage } from "@bufbuild/protobuf";
import type { Document } from "mongodb";
import type { Call } from "../call/call.js";
import type { Database } from "./database.types.js";
import type { IdentifierKind, PersonIdentifier } from "./person-identifier.types.js";
import type { Scope, WriteScope } from "./scope.types.js";
import type { StoredRecord } from "./tenant-collection.types.js";

// What every collection of a service declares about its life: who is in its records, and how long they are kept. A collection
// without a declaration fails a test, so that neither an erasure nor a retention can miss it.

export type { IdentifierKind, PersonIdentifier };

/**
 * What a field may contain. `visitorId` is a user id that the mesh has computed, in a field that can have any text: other user ids are not
 * looked for there, because `42` or `yes` would be found in answers of other people.
 */
export type ValueKind = IdentifierKind | "visitorId";

/** How long records are kept. */
export type Retention =
  /** Until the business changes or deletes them, or goes. */
  | { kept: "until_deleted" }
  /** History that nothing deletes by its age. */
  | { kept: "always" }
  /** History that is kept until the business leaves, or as the business has chosen for this kind. */
  | { kept: "by_rule"; kind: string }
  /** MongoDB deletes a record so many days after the time in the field. */
  | { kept: "days_after"; field: string; days: number };

/** One person in a record, such as the receiver of a withdrawal. A record can be about several. */
export interface PersonRole {
  /**
   * The fields that name the person, by their paths, and what they may contain; `answers.*` stands for every value of an object.
   * A record is about a person when one of these fields has a value of that person. An erasure replaces all of them.
   */
  identifiedBy: Readonly<Record<string, readonly ValueKind[]>>;
  /**
   * What else is known about this person, by path, and what an erasure writes there; undefined removes the field. When a role names `_id`,
   * which stays, a record with all of these values is erased already, and its id leads to no person any more.
   */
  details?: Readonly<Record<string, unknown>>;
}

/** What the hooks of a declaration get. */
export interface ErasureContext {
  db: Database;
  scope: WriteScope;
  /** What replaces every user id of the person. */
  tombstone: string;
  /** Whether a value of a field with these kinds names the person. */
  isOfPerson: (value: unknown, kinds: readonly ValueKind[]) => boolean;
}

/** Who is in the records of a collection, and what an erasure does to them. */
export interface PersonalData {
  roles: readonly PersonRole[];
  /** The records are deleted instead of changed: nothing counts them, and they expire soon anyway. */
  isDeleted?: true;
  /** The records are exported and not erased: the request is refused while there are any, and says what has to be done first. */
  isKept?: true;
  /** Runs in the transaction of each record, before the record is changed. Returns further changes of its fields; null: it was dealt with. */
  onErase?: (context: ErasureContext, record: StoredRecord & Document) => Promise<Document | null>;
  /** Other names of the person in a record that no role contains, such as the id that is computed from an e-mail address. */
  findLinks?: (
    context: { db: Database; scope: Scope; isOfPerson: ErasureContext["isOfPerson"] },
    record: StoredRecord & Document,
  ) => Promise<PersonIdentifier[]>;
  /** A copy in an archive needs nothing of `onErase`: all that is personal in it stands in the roles. */
  needsNoHookInArchives?: true;
  /** The files of a record, for an export. */
  listFiles?: (record: StoredRecord & Document) => readonly PersonFile[];
}

/** A file of a person, in parts; see `stored-files.ts`. */
export interface PersonFile {
  fileId: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
  /** Under which the person gets it. */
  name: string;
}

/** What a step of an erasure gets that a service writes itself. */
export interface ErasureStepContext {
  db: Database;
  /** Of the business. */
  call: Call;
  tombstone: string;
  isOfPerson: ErasureContext["isOfPerson"];
  /**
   * Runs a change of one record in a transaction, with its count under this name. Read the record in it: another erasure can have changed it.
   * @param change returns whether it has changed anything
   */
  changeRow: (name: string, change: (scope: WriteScope) => Promise<boolean>) => Promise<void>;
  /** The time of this part is over: return the position after the last record. */
  isOver: () => boolean;
  /** The next records of the business in a collection that has no index by business. See `findSlice`. */
  findSlice: <T extends StoredRecord>(
    collection: string,
    after: string | undefined,
    fields: readonly string[],
  ) => Promise<{ rows: T[]; next: string | undefined }>;
}

/** @returns where to go on; undefined at the end */
export type ErasureStep = (context: ErasureStepContext, position: string | undefined) => Promise<string | undefined>;

export interface CollectionLife {
  retention: Retention;
  /** A sentence that says why no person is in its records, or where the persons are. */
  personal: PersonalData | string;
  /** Belongs to no business as a whole, while each record has a `businessId`. */
  isShared?: true;
  /**
   * Of any other shared collection, how the records of a business are found: by their `_id`, which is that of the business, or not at all
   * (`none`): they belong to people or to the mesh, or a step of the deletion deals with them.
   */
  ofBusiness?: "_id" | "none";
  /** An export of the business leaves it out: it is made of other records, or expires within days, or is a secret. */
  isInternal?: true;
  /**
   * Runs in the transaction that deletes a record because its business leaves: deletes what only this record leads to.
   * @returns how many records of other collections were deleted
   */
  onLeave?: (context: LeaveContext, record: StoredRecord & Document) => Promise<Record<string, number>>;
}

/** What `onLeave` gets. */
export interface LeaveContext {
  db: Database;
  /** Of the business that leaves. */
  scope: WriteScope;
}

/** What a step of the deletion of a business gets that a process writes itself. */
export interface DeletionStepContext {
  db: Database;
  businessId: string;
  /** Takes the place of the id of the business in records that stay. */
  requestId: string;
  /** Runs a change in a transaction, with its count under this name. @param change returns how many records it has deleted or changed */
  change: (name: string, change: (scope: WriteScope) => Promise<number>) => Promise<void>;
}

/** What one turn of a step of the deletion has done; a turn after the last one finds nothing. */
export interface DeletionTurn {
  /** How many records were deleted or changed outside of `change`, by collection. */
  changed?: Readonly<Record<string, number>>;
  /** The step has another turn in this pass. */
  hasMore?: boolean;
}

/** A turn does a bounded amount: the call that it runs in must end before its caller gives up. */
export type DeletionStep = (context: DeletionStepContext) => Promise<DeletionTurn>;

/** The life of everything that a service keeps. */
export interface DataLife {
  /** By name: all of the collections that the service declares. Those of the kit are declared once, in `infrastructureLife`. */
  collections: Readonly<Record<string, CollectionLife>>;
  /** The events that the service publishes; which fields name a person, their contract says. */
  events?: readonly DescMessage[];
  /** Names that are computed from others and lead to records of other services, whether or not a record here has them. */
  deriveNames?: (
    context: { db: Database; scope: Scope },
    names: readonly PersonIdentifier[],
  ) => Promise<PersonIdentifier[]>;
  /** What roles cannot say; the last steps of each pass of an erasure. */
  erasureSteps?: readonly ErasureStep[];
  /** What collections with `ofBusiness: "none"` hold of a business that leaves; the last steps of each pass of its deletion. */
  deletionSteps?: readonly DeletionStep[];
}
