import { eventually } from "@tenant-ops/kit/testing";
import type { MongoClient } from "mongodb";
import { expect } from "vitest";
import { type PersonTraces, readVisitorIds } from "./seeded-person.js";
import type { Business, TestMesh } from "../mesh/test-mesh.js";

export const path = "/v1/public/person-requests";

export interface PersonRequest {
  _id: string;
  status: string;
  tombstone: string;
  records: { service: string; collection: string; records: number }[];
  coversUntil: string;
  requestedAt: string;
}

/** What tests of requests about persons do on this mesh. */
export function createPersonRequests(testMesh: TestMesh, mongo: MongoClient) {
  async function request(business: Business, body: object, key: string = crypto.randomUUID()): Promise<PersonRequest> {
    const headers = { "idempotency-key": key };
    return (await testMesh.callRestOrThrow(business, "POST", path, body, headers)) as unknown as PersonRequest;
  }

  async function waitForReceipt(business: Business, id: string): Promise<PersonRequest> {
    return eventually(async () => {
      const found = (await testMesh.callRestOrThrow(business, "GET", `${path}/${id}`)) as unknown as PersonRequest;
      expect(found.status).toBe("completed");
      return found;
    }, 120_000);
  }

  const erase = async (business: Business, body: object) =>
    waitForReceipt(business, (await request(business, { kind: "erasure", ...body }))._id);

  /** The e-mail address is left out, because another business stores it for the same person. */
  const valuesOf = async (business: Business, { fullName, phone, workerId, userId, fileMark }: PersonTraces) => [
    ...[fullName, phone, workerId, userId, fileMark],
    ...(await readVisitorIds(mongo, testMesh, business)),
  ];

  return { request, waitForReceipt, erase, valuesOf };
}
