import { gunzipSync } from "node:zlib";
import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import type { RunningService, ServiceDefinition } from "../process/service.types.js";
import type { ArchiveStore } from "../retention/index.js";
import { listAuditProblems, listCountDifferences } from "./audits.js";

/** What the nightly comparison of all records finds wrong in a business. */
export async function listProblemsOf<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  { audits }: ServiceDefinition<Api, Schema, Setup>,
  { context: { db } }: RunningService<unknown>,
  businessId: string,
): Promise<unknown[]> {
  const { problems } = await listAuditProblems(db, audits?.records ?? [], businessId);
  return [...problems, ...(await listCountDifferences(db, businessId, audits?.counts ?? []))];
}

/** Every line in the archives of a business, by the names of the files. */
export async function readArchivedLines<Stored extends object>(
  store: ArchiveStore,
  businessId: string,
): Promise<{ collection: string; record: Stored & { _id: string } }[]> {
  const names = (await store.list(`${businessId}/`)).filter((name) => name.endsWith(".gz")).toSorted();
  const texts = await Promise.all(names.map(async (name) => gunzipSync(await store.get(name)).toString()));
  const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
  return lines.map((line) => JSON.parse(line) as { collection: string; record: Stored & { _id: string } });
}
