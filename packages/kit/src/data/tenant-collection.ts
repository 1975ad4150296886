import type {
  ClientSession,
  Collection,
  Document,
  Filter,
  FindOptions,
  MatchKeysAndValues,
  OptionalUnlessRequiredId,
  UpdateFilter,
} from "mongodb";

/** What every stored record has beside its own fields. The kit writes it and leaves it out of what it returns. */
export interface BusinessOwned {
  businessId: string;
}

export interface StoredRecord {
  _id: string;
}

export interface UpdateCounts {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
}

/** What a collection needs to know about the call that uses it. */
export interface CollectionContext {
  businessId: string;
  session?: ClientSession;
  /** Milliseconds that are left for one operation. */
  maxTimeMS: () => number;
  /** Keeps a record to be written with the others of this transaction. Absent outside of a transaction. */
  append?: (collection: string, document: Document) => void;
}

/**
 * One collection as one business sees it. Every filter and every insert carries the business, so it cannot be forgotten;
 * there is no way from here to a record of somebody else.
 */
export class TenantCollection<T extends StoredRecord> {
  readonly #collection: Collection<T & BusinessOwned>;

  constructor(
    collection: Collection<Document>,
    private readonly context: CollectionContext,
  ) {
    this.#collection = collection as unknown as Collection<T & BusinessOwned>;
  }

  async findById(id: string): Promise<T | null> {
    return this.findOne({ _id: id } as Filter<T>);
  }

  /** The records among `ids` that exist and belong to the business, by id. Repeated ids are read once. */
  async findByIds(ids: Iterable<string>): Promise<Map<string, T>> {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const found = await this.find({ _id: { $in: distinct } } as unknown as Filter<T>, { limit: distinct.length });
    return new Map(found.map((record) => [record._id, record]));
  }

  async findOne(filter: Filter<T>, options: FindOptions = {}): Promise<T | null> {
    return (await this.#collection.findOne(this.#own(filter), this.#read(options))) as T | null;
  }

  async find(filter: Filter<T>, options: FindOptions = {}): Promise<T[]> {
    // A batch as large as the answer saves the second round trip and the cursor that it would need.
    const batchSize = options.limit ? options.limit + 1 : undefined;
    const cursor = this.#collection.find(
      this.#own(filter),
      this.#read({ ...options, ...(batchSize && { batchSize }) }),
    );
    return (await cursor.toArray()) as unknown as T[];
  }

  async count(filter: Filter<T>): Promise<number> {
    return this.#collection.countDocuments(this.#own(filter), this.#options());
  }

  /** A pipeline over the business's own records. Stages that read or write another collection are refused. */
  async aggregate<Result extends Document>(stages: Document[]): Promise<Result[]> {
    const foreign = stages.flatMap((stage) => Object.keys(stage)).find((name) => otherCollections.has(name));
    if (foreign) throw new Error(`${foreign} would leave the business's own records`);
    const pipeline = [{ $match: this.#own({}) }, ...stages];
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
   * Like `insertOne`, for a record that nothing reads back within the transaction: it travels with the others of its kind
   * in one command just before the commit, which saves a round trip each.
   */
  async append(document: T): Promise<void> {
    if (!this.context.append) return this.insertOne(document);
    this.context.append(this.#collection.collectionName, { ...document, businessId: this.context.businessId });
  }

  async updateOne(
    filter: Filter<T>,
    update: UpdateFilter<T> | Document[],
    options: { upsert?: boolean } = {},
  ): Promise<UpdateCounts> {
    return this.#collection.updateOne(this.#own(filter), this.#update(update, options), this.#options(options));
  }

  async updateMany(filter: Filter<T>, update: UpdateFilter<T>): Promise<UpdateCounts> {
    return this.#collection.updateMany(this.#own(filter), this.#update(update, {}), this.#options());
  }

  /** Many changes of one record each, in one command; says how many found theirs. */
  async updateEach(changes: readonly { filter: Filter<T>; update: UpdateFilter<T> }[]): Promise<number> {
    if (changes.length === 0) return 0;
    const operations = changes.map(({ filter, update }) => ({
      updateOne: { filter: this.#own(filter), update: this.#update(update, {}) },
    }));
    const done = await this.#collection.bulkWrite(operations, { ...this.#options(), ordered: false });
    return done.matchedCount;
  }

  /** Changes one record and returns it as it is afterwards (or as it was, with `returnDocument: "before"`). */
  async findOneAndUpdate(
    filter: Filter<T>,
    update: UpdateFilter<T> | Document[],
    options: { upsert?: boolean; returnDocument?: "before" | "after" } = {},
  ): Promise<T | null> {
    const { upsert = false, returnDocument = "after" } = options;
    return (await this.#collection.findOneAndUpdate(this.#own(filter), this.#update(update, { upsert }), {
      ...this.#read({}),
      upsert,
      returnDocument,
    })) as T | null;
  }

  async deleteOne(filter: Filter<T>): Promise<boolean> {
    return (await this.#collection.deleteOne(this.#own(filter), this.#options())).deletedCount === 1;
  }

  #own(filter: Filter<T>): Filter<T & BusinessOwned> {
    // The business comes last: nothing in a filter can replace it.
    return { ...withEquality(filter), businessId: this.context.businessId } as unknown as Filter<T & BusinessOwned>;
  }

  #update(update: UpdateFilter<T> | Document[], options: { upsert?: boolean }): UpdateFilter<T & BusinessOwned> {
    if (options.upsert && !Array.isArray(update)) {
      // The filter's equality already puts businessId into a record that an upsert makes.
      const { $setOnInsert } = update as { $setOnInsert?: MatchKeysAndValues<T> };
      if ($setOnInsert && "businessId" in $setOnInsert) throw new Error("businessId is the kit's to write");
    }
    return update as unknown as UpdateFilter<T & BusinessOwned>;
  }

  #options<Options extends object>(options?: Options) {
    const { session, maxTimeMS } = this.context;
    return { ...options, ...(session && { session }), maxTimeMS: maxTimeMS() };
  }

  #read(options: FindOptions) {
    const projection = options.projection ?? { businessId: 0 };
    return this.#options({ ...options, projection });
  }
}

const otherCollections = new Set(["$lookup", "$graphLookup", "$unionWith", "$out", "$merge"]);

/** Writes each plain value of a filter as `$eq`, so that a caller's text is compared and never read as an operator. */
function withEquality(filter: object): object {
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [field, typeof value === "object" ? value : { $eq: value }]),
  );
}
