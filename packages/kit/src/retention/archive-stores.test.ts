import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteAllFiles } from "./archive-files.js";
import { openArchiveStore } from "./archive-settings.js";
import { type ArchiveStore, createFolderStore } from "./folder-store.js";

let s3: Awaited<ReturnType<typeof startFauxqs>>;
const stores: Record<string, () => Promise<ArchiveStore | undefined>> = {
  folder: async () =>
    openArchiveStore({ ARCHIVE_DIR: join(await mkdtemp(join(tmpdir(), "archive-store-")), "new", "folder") }),
  bucket: () =>
    openArchiveStore({
      ARCHIVE_S3_BUCKET: "archives",
      ARCHIVE_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
      ARCHIVE_S3_ACCESS_KEY_ID: "id",
      ARCHIVE_S3_SECRET_ACCESS_KEY: "key",
    }),
};
beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket("archives");
});
afterAll(() => s3.stop());

describe.each(Object.keys(stores))("a %s", (kind) => {
  const open = async (): Promise<ArchiveStore> => {
    const store = await stores[kind]?.();
    if (!store) throw new Error("there is no such store");
    return store;
  };

  test("returns what was stored, the last time when it was stored twice", async () => {
    const store = await open();
    const name = "biz_a/supply/withdrawals/00000001-aa.ndjson.gz";
    await store.put(name, Buffer.from([0, 255, 10, 13]));
    await store.put(name, Buffer.from([1, 254, 10, 13, 128]));
    expect([...(await store.get(name))]).toEqual([1, 254, 10, 13, 128]);
  });

  test("lists all names that begin with a text, also in subfolders, and no other names", async () => {
    const store = await open();
    const names = ["biz_b/supply/x/1-a", "biz_b/supply/x/2-a", "biz_b/supply/y/1-a", "biz_c/supply/x/1-a"];
    for (const name of names) await store.put(name, Buffer.from("x"));
    expect((await store.list("biz_b/supply/")).toSorted()).toEqual(names.slice(0, 3));
    expect(await store.list("biz_b/supply/x/1-")).toEqual(["biz_b/supply/x/1-a"]);
    expect(await store.list("biz_d/supply/")).toEqual([]);
  });

  test("does not return a deleted object, and deleting a missing object is no error", async () => {
    const store = await open();
    await store.put("biz_e/a", Buffer.from("x"));
    await store.delete("biz_e/a");
    await store.delete("biz_e/a");
    await expect(store.get("biz_e/a")).rejects.toThrow(/ENOENT|not exist/);
    expect(await store.list("biz_e/")).toEqual([]);
  });
});

test("of a business whose files are deleted no folder stays, and those of others do", async () => {
  const root = await mkdtemp(join(tmpdir(), "archive-store-"));
  const store = createFolderStore(root);
  const [supply, flows] = ["biz_a/supply/x/1-a", "biz_a/flows/x/1-a"];
  for (const name of [supply, flows, "biz_b/supply/x/1-a"]) await store.put(name, Buffer.from("x"));
  const deleteAll = async (service: string) => {
    while ((await deleteAllFiles(store, { businessId: "biz_a", service }, () => false)) > 0);
  };
  await deleteAll("supply");
  expect([await readdir(join(root, "biz_a")), await store.list("biz_a/")]).toEqual([["flows"], [flows]]);
  await deleteAll("flows");
  await deleteAll("flows");
  expect(await readdir(root)).toEqual(["biz_b"]);
});

test("an unfinished file of a crashed process is listed with the files of its archive, and is not returned as the file", async () => {
  const root = await mkdtemp(join(tmpdir(), "archive-store-"));
  const store = createFolderStore(root);
  await store.put("biz_a/supply/x/00000001-aa.ndjson.gz", Buffer.from("whole"));
  await writeFile(join(root, "biz_a/supply/x/00000001-bb.ndjson.gz.12.unfinished"), "ha");
  expect((await store.list("biz_a/supply/x/00000001-")).toSorted()).toEqual([
    "biz_a/supply/x/00000001-aa.ndjson.gz",
    "biz_a/supply/x/00000001-bb.ndjson.gz.12.unfinished",
  ]);
  await expect(store.get("biz_a/supply/x/00000001-bb.ndjson.gz")).rejects.toThrow("ENOENT");
});

test("buckets of one name in two stores are two places: a business is not deleted while its files are in the other one", async () => {
  const openAt = async (endpoint?: string) =>
    (
      await openArchiveStore({
        ...{ ARCHIVE_S3_BUCKET: "archives", ARCHIVE_S3_ACCESS_KEY_ID: "id", ARCHIVE_S3_SECRET_ACCESS_KEY: "key" },
        ...(endpoint !== undefined && { ARCHIVE_S3_ENDPOINT: endpoint }),
      })
    )?.location;
  expect(await openAt()).toBe("s3://archives");
  expect(await openAt("http://minio:9000")).toBe("http://minio:9000/archives");
  expect(await openAt("http://minio:9000/")).toBe("http://minio:9000/archives");
  expect(await openAt("https://other.example/s3")).toBe("https://other.example/s3/archives");
});

test("without settings there is no store; two stores, or a bucket without its key, are refused", async () => {
  expect(await openArchiveStore({})).toBeUndefined();
  await expect(openArchiveStore({ ARCHIVE_DIR: "/a", ARCHIVE_S3_BUCKET: "b" })).rejects.toThrow("not both");
  await expect(openArchiveStore({ ARCHIVE_S3_BUCKET: "b" })).rejects.toThrow("ARCHIVE_S3_ACCESS_KEY_ID");
});
