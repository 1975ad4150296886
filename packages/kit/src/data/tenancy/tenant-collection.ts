import { assertBusinessId } from "../../call/business-id.js";
import { toEqualityFilter } from "../lists/filters.js";
import type { RawRows } from "../../serialization/raw-rows.js";
import type {
  Collection,
  Document,
  Filter,
  FindOneAndUpdateOptions,
  FindOptions,
  MatchKeysAndValues,
  OptionalUnlessRequiredId,
  UpdateFilter,
} from "mongodb";
import type {
  BusinessOwned,
  CollectionContext,
  RawFindOptions,
  StoredRecord,
  UpdateCounts,
} from "./tenant-collection.types.js";

/**
 * The records of one business in one collection. Every filter and every insert gets the business, so records of other tenants
 * can be neither read nor written. Plain values in a filter are compared with `$eq`.
 */
export class TenantCollection<T extends StoredRecord> {
  readonly #collection: Collection<T & BusinessOwned>;

  /** @throws Error without a well-formed business id: its filters would match the records of every tenant */
  constructor(
    collection: Collection<Document>,
    private readonly context: CollectionContext,
  ) {
    assertBusinessId(context.businessId);
    this.#collection = collection as unknown as Collection<T & BusinessOwned>;
  }

  async findById(id: string): Promise<T | null> {
    return this.findOne({ _id: id } as Filter<T>);
  }

  /**
   * The records among `ids` that exist and belong to the business, by id. Repeated ids are read once.
   * @param options.projection the fields to read, or to leave out
   */
  async findByIds(ids: Iterable<string>, options: { projection?: Document } = {}): Promise<Map<string, T>> {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const filter = { _id: { $in: distinct } } as unknown as Filter<T>;
    const found = await this.find(filter, { ...options, limit: distinct.length });
    return new Map(found.map((record) => [record._id, record]));
  }

  async findOne(filter: Filter<T>, options: FindOptions = {}): Promise<T | null> {
    return (await this.#collection.findOne(this.#withBusiness(filter), this.#read(options))) as T | null;
  }

  async find(filter: Filter<T>, options: FindOptions = {}): Promise<T[]> {
    // A batch as large as the answer saves the second round trip and the server-side cursor.
    const batchSize = options.limit ? options.limit + 1 : undefined;
    const cursor = this.#collection.find(
      this.#withBusiness(filter),
      this.#read({ ...hintIds(filter), ...options, ...(batchSize && { batchSize }) }),
    );
    return (await cursor.toArray()) as unknown as T[];
  }

  /**
   * Like `find`, but each record is its BSON as the database sent it, with `businessId` unless a projection leaves it out: a long list costs half as
   * much. Not in transactions.
   */
  async findRaw(filter: Filter<T>, options: RawFindOptions): Promise<RawRows> {
    const { limit } = options;
    const { findRaw, maxTimeMS } = this.context;
    if (!findRaw) throw new Error("raw records cannot be read in a transaction");
    return findRaw({
      find: this.#collection.collectionName,
      filter: this.#withBusiness(filter),
      ...options,
      // The first batch has 101 documents by default, and there is no second one.
      batchSize: limit,
      singleBatch: true,
      maxTimeMS: Math.ceil(maxTimeMS()),
    });
  }

  /** @param limit counts no further than this */
  async count(filter: Filter<T>, limit?: number): Promise<number> {
    return this.#collection.countDocuments(this.#withBusiness(filter), this.#options({ ...(limit && { limit }) }));
  }

  /** A pipeline over the business's own records. Stages that read or write another collection are refused. */
  async aggregate<Result extends Document>(stages: Document[]): Promise<Result[]> {
    const forbidden = stages.flatMap((stage) => Object.keys(stage)).find((name) => otherCollections.has(name));
    if (forbidden) throw new Error(`${forbidden} would leave the business's own records`);
    const pipeline = [{ $match: this.#withBusiness({}) }, ...stages];
    return this.#collection.aggregate<Result>(pipeline, this.#options()).toArray();
  }

  async insertOne(document: T): Promise<void> {
    const owned = { ...document, businessId: this.context.businessId } as unknown;
    await this.#collection.insertOne(owned as OptionalUnlessRequiredId<T & BusinessOwned>, this.#options());
  }

  async insertMany(documents: T[]): Promise<void> {
    if (documents.length === 0) return;
    const owned = documents.map((document) => ({ ...document, businessId: this.context.businessId })) as unknown;
    await this.#collection.insertMany(owned as OptionalUnlessRequiredId<T & BusinessOwned>[], this.#options());
  }

  /**
   * Like `insertOne`, for a record that is not read again in this transaction: all appended records are inserted in one
   * command just before the commit, which saves a round trip for each.
   */
  async append(document: T): Promise<void> {
    if (!this.context.append) return this.insertOne(document);
    this.context.append(this.#collection.collectionName, { ...document, businessId: this.context.businessId });
  }

  /**
   * Like `updateOne`, for a record that is not read again in this transaction and must match: all appended updates are sent in one
   * command just before the commit, before the appended inserts and in the order of the calls. When one matches no record, nothing
   * is committed. In a batch that was planned on remembered records it then runs again with a fresh read, so the filter has to
   * repeat every remembered value on which the plan depends.
   */
  async appendUpdate(filter: Filter<T>, update: UpdateFilter<T>): Promise<void> {
    if (!this.context.appendUpdate) {
      const { matchedCount } = await this.updateOne(filter, update);
      if (matchedCount === 0) throw new Error(`an update of ${this.#collection.collectionName} matched no record`);
      return;
    }
    const { collectionName } = this.#collection;
    this.context.appendUpdate(collectionName, this.#withBusiness(filter), this.#checkUpdate(update, {}));
  }

  async updateOne(
    filter: Filter<T>,
    update: UpdateFilter<T> | Document[],
    options: { upsert?: boolean } = {},
  ): Promise<UpdateCounts> {
    return this.#change(
      this.#collection.updateOne(
        this.#withBusiness(filter),
        this.#checkUpdate(update, options),
        this.#options(options),
      ),
    );
  }

  async updateMany(filter: Filter<T>, update: UpdateFilter<T> | Document[]): Promise<UpdateCounts> {
    return this.#change(
      this.#collection.updateMany(
        this.#withBusiness(filter),
        this.#checkUpdate(update, {}),
        this.#options(hintIds(filter)),
      ),
    );
  }

  /** Many updates of one record each, in one command. @returns how many records matched; one that `upsert` inserts did not */
  async updateEach(
    changes: readonly { filter: Filter<T>; update: UpdateFilter<T>; upsert?: boolean }[],
  ): Promise<number> {
    if (changes.length === 0) return 0;
    const operations = changes.map(({ filter, update, upsert = false }) => ({
      updateOne: { filter: this.#withBusiness(filter), update: this.#checkUpdate(update, { upsert }), upsert },
    }));
    const result = await this.#change(this.#collection.bulkWrite(operations, { ...this.#options(), ordered: false }));
    return result.matchedCount;
  }

  /** Updates one record and returns it as it is afterwards (or as it was, with `returnDocument: "before"`). */
  async findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T> | Document[],
    options: Pick<FindOneAndUpdateOptions, "upsert" | "returnDocument" | "projection" | "sort" | "hint"> = {},
  ): Promise<T | null> {
    const { upsert = false, returnDocument = "after", projection, ...order } = options;
    const found = this.#collection.findOneAndUpdate(this.#withBusiness(filter), this.#checkUpdate(update, { upsert }), {
      ...this.#read({ ...(projection && { projection }), ...order }),
      upsert,
      returnDocument,
    });
    return (await this.#change(found)) as T | null;
  }

  async deleteOne(filter: Filter<T>): Promise<boolean> {
    const deleted = this.#collection.deleteOne(this.#withBusiness(filter), this.#options());
    return (await this.#change(deleted)).deletedCount === 1;
  }

  /** @returns how many of these records existed */
  async deleteByIds(ids: readonly string[]): Promise<number> {
    const filter = { _id: { $in: [...ids] } } as unknown as Filter<T>;
    const options = this.#options(hintIds(filter));
    return (await this.#change(this.#collection.deleteMany(this.#withBusiness(filter), options))).deletedCount;
  }

  /** Reports a change after it, or after its failure: it may have been carried out. */
  #change<Result>(operation: Promise<Result>): Promise<Result> {
    const { onChange } = this.context;
    return onChange ? operation.finally(() => onChange(this.#collection.collectionName)) : operation;
  }

  #withBusiness(filter: Filter<T>): Filter<T & BusinessOwned> {
    // The business is last, so no field of the filter can replace it.
    return { ...toEqualityFilter(filter), businessId: this.context.businessId } as unknown as Filter<T & BusinessOwned>;
  }

  #checkUpdate(update: UpdateFilter<T> | Document[], options: { upsert?: boolean }): UpdateFilter<T & BusinessOwned> {
    if (options.upsert && !Array.isArray(update)) {
      // MongoDB copies businessId from the filter into a record that an upsert inserts.
      const { $setOnInsert } = update as { $setOnInsert?: MatchKeysAndValues<T> };
      if ($setOnInsert && "businessId" in $setOnInsert) throw new Error("businessId is written by the kit only");
    }
    return update as unknown as UpdateFilter<T & BusinessOwned>;
  }

  #options<Options extends object>(options?: Options) {
    const { session, isSnapshot, maxTimeMS } = this.context;
    // The driver adds the moment to the read concern of the session, and takes that of the client when an operation names none.
    const concern = isSnapshot && { readConcern: { level: "snapshot" as const } };
    return { ...options, ...(session && { session }), ...concern, maxTimeMS: maxTimeMS() };
  }

  #read(options: FindOptions) {
    const projection = options.projection ?? { businessId: 0 };
    return this.#options({ ...options, projection });
  }
}

/**
 * For records by their ids the planner may choose an index of the business instead of that of `_id`: when the first hundred ids are
 * the newest records, it finds them as fast, and reads all records for an old one.
 */
function hintIds<T>(filter: Filter<T>): { hint?: Document } {
  const ids: unknown = (filter as Document)["_id"];
  return typeof ids === "object" && ids !== null && "$in" in ids ? { hint: { _id: 1 } } : {};
}

const otherCollections = new Set(["$lookup", "$graphLookup", "$unionWith", "$out", "$merge"]);
