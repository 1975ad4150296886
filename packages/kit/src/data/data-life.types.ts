import type { DescMessage } from "@bufbuild/protobuf";
import type { Document } from "mongodb";
import type { Call } from "../call/call.js";
import type { Database } from "./database.types.js";
import type { IdentifierKind, PersonIdentifier } from "./infrastructure.js";
import type { Scope, WriteScope } from "./tenancy/scope.types.js";
import type { StoredRecord } from "./tenancy/tenant-collection.types.js";

// The declarations of collections: which persons are in the records, and how long the records are kept. A collection without a declaration fails a
// test, so that neither an erasure nor a retention can miss it.

export type { IdentifierKind, PersonIdentifier };

/**
 * What a field may contain. `visitorId` is a user id that the mesh has computed, in a field that can have any text: other user ids are not searched
 * there, because `42` or `yes` would be found in answers of other people. `registrationId` is the id of a registration: it leads to the records of
 * this registration, and to no other name.
 */
export type ValueKind = IdentifierKind | "visitorId" | "registrationId";

/** Another name in a record of a person. */
export interface LinkedName extends PersonIdentifier {
  /** Whether the record proves that it is a name of the same person. Otherwise it is only listed. */
  isProven: boolean;
}

/** How long records are kept. */
export type Retention =
  /** Until the business changes or deletes them, or is deleted. */
  | { kept: "until_deleted" }
  /** History that is not deleted by its age. */
  | { kept: "always" }
  /** History that is kept until the business is deleted, or as long as the business has chosen for this kind. */
  | { kept: "by_rule"; kind: string }
  /** MongoDB deletes a record this many days after the time in the field. */
  | { kept: "days_after"; field: string; days: number };

/** One person in a record, such as the receiver of a withdrawal. A record can be about several. */
export interface PersonRole {
  /**
   * The fields that name the person, by their paths, and what they may contain; `answers.*` stands for every value of an object.
   * A record is about a person when one of these fields has a value of that person. An erasure replaces all of them. A field with several kinds is a
   * text that somebody has typed, so it does not prove that the other fields name the same person.
   */
  identifiedBy: Readonly<Record<string, readonly ValueKind[]>>;
  /**
   * Whether a visitor has typed the fields with one kind as well. Anybody can type the e-mail address of another person beside a phone, so one must not
   * lead to the other.
   */
  isTyped?: (record: Document) => boolean;
  /**
   * Other fields with data of this person, by path, and the value that an erasure writes; undefined removes the field. When a role names `_id`, which
   * is kept, a record with all of these values is erased already, and its id does not identify the person any more.
   */
  details?: Readonly<Record<string, unknown>>;
}

/** The argument of the hooks of a declaration. */
export interface ErasureContext {
  db: Database;
  scope: WriteScope;
  /** Replaces every user id of the person. */
  tombstone: string;
  /** Whether a value of a field with these kinds names the person. */
  isOfPerson: (value: unknown, kinds: readonly ValueKind[]) => boolean;
}

/** Which persons are in the records of a collection, and what an erasure does to the records. */
export interface PersonalData {
  roles: readonly PersonRole[];
  /** The records are deleted instead of changed: nothing counts them, and they expire soon anyway. */
  isDeleted?: true;
  /** The records are exported and not erased: an erasure is refused while there are any, and the refusal says what has to be done first. */
  isKept?: true;
  /**
   * Runs in the transaction of each record, before the record is changed. Returns further changes of its fields; null when the hook has already
   * changed or deleted the record.
   */
  onErase?: (context: ErasureContext, record: StoredRecord & Document) => Promise<Document | null>;
  /** Other names in a record that no role contains, such as the id that is computed from an e-mail address. */
  findLinks?: (
    context: { db: Database; scope: Scope; isOfPerson: ErasureContext["isOfPerson"] },
    record: StoredRecord & Document,
  ) => Promise<LinkedName[]>;
  /** Copies in archives do not need `onErase`: all personal data in them is in the roles. */
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
  /** The name of the file in an export. */
  name: string;
}

/** One part of a step: of the erasure of a person, or of the deletion of a business. */
export interface PassRun {
  db: Database;
  /** Of the business, with a deadline for this part. */
  call: Call;
  /** Of the request. In records that are kept, a deletion writes it in place of the id of the business. */
  requestId: string;
  /** Whether the time of this part is over. Then return the position after the last record. */
  isOver: () => boolean;
  /**
   * Runs a change in a transaction, with its count under this name. Read the records in it: another process can have changed them.
   * @param change returns how many records it has changed
   */
  change: (name: string, change: (scope: WriteScope) => Promise<number>) => Promise<void>;
  /** Counts records that were changed outside of a transaction. After a crash between the two, the count is too low. */
  count: (name: string, records: number) => Promise<void>;
  /** The next records of the business in a collection that has no index by business. See `findSlice`. */
  findSlice: <T extends StoredRecord>(
    collection: string,
    after: string | undefined,
    fields: readonly string[],
  ) => Promise<{ rows: T[]; next: string | undefined }>;
}

/**
 * One step of a pass. A part of it does a bounded amount of work, because its call must end before the caller's timeout.
 * @returns the position of the next part; undefined when the step is complete
 */
export type PassStep<Run extends PassRun = PassRun> = (
  run: Run,
  position: string | undefined,
) => Promise<string | undefined>;

/** The argument of an erasure step of a service. */
export interface ErasureStepContext extends PassRun {
  tombstone: string;
  isOfPerson: ErasureContext["isOfPerson"];
}

export interface CollectionLife {
  retention: Retention;
  /** A sentence that says why the records contain no person, or how an erasure reaches them. */
  personal: PersonalData | string;
  /** A shared collection in which each record has a `businessId`. */
  isShared?: true;
  /**
   * For other shared collections, how the records of a business are found: `_id`: by their id, which is that of the business. `none`: not at all,
   * because they belong to people or to the mesh, or a step of the deletion handles them.
   */
  ofBusiness?: "_id" | "none";
  /** Exports of a business leave the collection out: it is computed from other records, or expires within days, or is secret. */
  isInternal?: true;
  /**
   * Runs in the transaction that deletes a record because its business is being deleted. It deletes data that only this record refers to.
   * @returns how many records of other collections were deleted
   */
  onBusinessDeletion?: (
    context: BusinessDeletionContext,
    record: StoredRecord & Document,
  ) => Promise<Record<string, number>>;
}

/** The argument of `onBusinessDeletion`. */
export interface BusinessDeletionContext {
  db: Database;
  /** The scope of the business that is being deleted. */
  scope: WriteScope;
}

/** The declarations for all data that a service stores. */
export interface DataLife {
  /** All collections of the service, by name. Those of the kit are declared once, in `infrastructureLife`. */
  collections: Readonly<Record<string, CollectionLife>>;
  /** The events that the service publishes. Their contract says which fields name a person. */
  events?: readonly DescMessage[];
  /** Names that are computed from others and lead to records of other services, whether or not a record here has them. */
  deriveNames?: (
    context: { db: Database; scope: Scope },
    names: readonly PersonIdentifier[],
  ) => Promise<PersonIdentifier[]>;
  /** Erases what roles cannot describe. The steps run at the end of each pass of an erasure. */
  erasureSteps?: readonly PassStep<ErasureStepContext>[];
  /** Delete the data of a business in collections with `ofBusiness: "none"`. The steps run at the end of each pass of its deletion. */
  deletionSteps?: readonly PassStep[];
}
