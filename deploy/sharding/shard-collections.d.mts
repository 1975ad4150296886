import type { MongoClient } from "mongodb";

export function shardCollections(client: MongoClient, database: string, keys: Record<string, string[]>): Promise<void>;
