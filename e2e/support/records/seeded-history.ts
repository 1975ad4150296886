import { randomUUID } from "node:crypto";
import type { Collection, MongoClient } from "mongodb";
import type { Business, OwnTestMesh } from "../mesh/test-mesh.js";
import { createVisitorBrowser } from "../browser/visitor-browser.js";

const dayMs = 24 * 60 * 60 * 1000;
/** So many that retention deletes them in parts. */
const attemptsOfLarge = 1100;

type HistoryCollection = "sessions" | "examAttempts" | "registrations";

/** The ids of the records of a business. */
export interface SeededHistory {
  /** By collection: records that are old enough for a rule of one day. */
  old: Record<HistoryCollection, string[]>;
  /** Records that are too young, in progress or pending, by collection. */
  kept: Record<HistoryCollection, string[]>;
  /** Files of the old registrations. */
  oldFiles: string[];
  /** The number of chunks of all other files. */
  keptChunks: number;
}

interface Stored {
  _id: string;
  businessId: string;
  userId: string;
  sessionId: string;
  answers: { full_name?: string };
  documents?: { file?: { fileId: string } }[];
}

/** Persons whose records are old enough to be deleted. */
const oldPersons = ["old-1", "old-large", "old-2"];

/**
 * Creates sessions of learners who have failed or passed, one of them with more attempts than one transaction deletes, and registrations of visitors
 * who sent a file. Some of each are three days old, others of today, and one is in progress. The counters of learning must be repaired afterwards.
 */
export async function seedHistory(
  testMesh: OwnTestMesh,
  mongo: MongoClient,
  business: Business,
): Promise<SeededHistory> {
  const { databasePrefix } = testMesh.mesh;
  const { businessId } = business;
  const open = (name: string) => {
    const service = name === "registrations" || name === "fileChunks" ? "flows" : "learning";
    return mongo.db(`${databasePrefix}${service}`).collection<Stored>(name);
  };
  await seedSessions(testMesh, business);
  await seedRegistrations(testMesh, business);

  const at = new Date(Date.now() - 3 * dayMs);
  const large = await open("sessions").findOne({ businessId, userId: "old-large" });
  const attempt = await open("examAttempts").findOne({ businessId, sessionId: large?._id ?? "" });
  const further = Array.from({ length: attemptsOfLarge - 1 }, (_, index) => {
    const _id = `exa_${randomUUID()}`;
    return { ...(attempt as Stored), _id, n: index + 2 };
  });
  await open("examAttempts").insertMany(further);
  await open("sessions").updateOne({ _id: large?._id ?? "" }, { $set: { attempts: attemptsOfLarge } });

  const oldSessions = await findIds(open("sessions"), { businessId, userId: { $in: oldPersons } });
  const isOldAttempt = { businessId, sessionId: { $in: oldSessions } };
  for (const field of ["startedAt", "examStartedAt", "completedAt"])
    await open("sessions").updateMany(
      { _id: { $in: oldSessions }, [field]: { $exists: true } },
      { $set: { [field]: at } },
    );
  await open("examAttempts").updateMany(isOldAttempt, { $set: { at } });
  const isOldVisitor = { businessId, "answers.full_name": { $in: oldPersons } };
  await open("registrations").updateMany(isOldVisitor, { $set: { createdAt: at, completedAt: at } });

  const registrations = await open("registrations").find(isOldVisitor).toArray();
  const oldFiles = registrations.flatMap(({ documents = [] }) => documents.flatMap(({ file }) => file?.fileId ?? []));
  const findKept = (name: string, old: object) => findIds(open(name), { businessId, $nor: [old] });
  return {
    old: {
      sessions: oldSessions,
      examAttempts: await findIds(open("examAttempts"), isOldAttempt),
      registrations: registrations.map(({ _id }) => _id).toSorted(),
    },
    kept: {
      sessions: await findKept("sessions", { _id: { $in: oldSessions } }),
      examAttempts: await findKept("examAttempts", isOldAttempt),
      registrations: await findKept("registrations", isOldVisitor),
    },
    oldFiles: oldFiles.toSorted(),
    keptChunks: await open("fileChunks").countDocuments({ businessId, fileId: { $nin: oldFiles } }),
  };
}

async function findIds(collection: Collection<Stored>, filter: object): Promise<string[]> {
  const found = await collection.find(filter, { sort: { _id: 1 }, projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

async function seedSessions(testMesh: OwnTestMesh, business: Business): Promise<void> {
  const call = async (method: string, path: string, body: object = {}) => {
    const key = { "idempotency-key": randomUUID() };
    const { _id } = await testMesh.callRestOrThrow(business, method, `/v1/public${path}`, body, key);
    return String(_id);
  };
  const course = { title: "Primeros auxilios", slug: `curso-${randomUUID().slice(0, 8)}`, examApproveScore: 70 };
  const courseId = await call("POST", "/courses", course);
  await call("PATCH", `/courses/${courseId}`, { published: true });
  for (const userId of [...oldPersons, "young", "going-on"]) {
    const learner = { userId, fullName: userId, email: `${userId}@example.com` };
    const sessionId = await call("POST", `/courses/${courseId}/sessions`, learner);
    if (userId === "going-on") continue;
    await call("POST", `/sessions/${sessionId}/finish`);
    await call("POST", `/sessions/${sessionId}/exam`, { score: userId === "old-2" ? 90 : 40 });
  }
}

async function seedRegistrations(testMesh: OwnTestMesh, business: Business): Promise<void> {
  const slug = `historia-${randomUUID().slice(0, 8)}`;
  const field = (text: string, value: string, type: string) => ({ text, value, type, isRequired: true });
  const registrationFields = [field("Nombre", "full_name", "text"), field("INE", "ine", "document")];
  const redirect = { type: "url", url: "https://example.com/" };
  const flow = { name: "Historia", slug, redirect, registrationFields };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/flows", flow);
  await testMesh.callRestOrThrow(business, "PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  for (const full_name of [...oldPersons, "young", "going-on"]) {
    const send = createVisitorBrowser(testMesh.url);
    const sent = await send("POST", `/flow/${slug}`, new URLSearchParams({ full_name }));
    const path = sent.headers.get("location") ?? "";
    const file = new FormData();
    file.set("file", new Blob([`%PDF-1.7\n${full_name}\n`.repeat(30_000)]), "ine.pdf");
    await send("POST", `${path}/files/ine`, file);
    if (full_name !== "going-on") await send("POST", path, new URLSearchParams());
  }
}
