import { eventually } from "@tenant-ops/kit/testing";
import type { MongoClient } from "mongodb";
import { expect } from "vitest";
import { type PersonTraces, readVisitorIds } from "./seeded-person.js";
import { createVisitorBrowser } from "../browser/visitor-browser.js";
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

/** A visitor of a page that asks for no proof enters these two. */
export async function registerWithoutProof(
  testMesh: TestMesh,
  business: Business,
  answers: { email: string; phone: string },
): Promise<void> {
  const slug = `visitor-${crypto.randomUUID().replaceAll("-", "")}`;
  const field = (name: string) => ({ text: name, value: name, type: name, isRequired: true });
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/flows", {
    ...{ name: "Verano", slug, redirect: { type: "url", url: "https://example.com" } },
    registrationFields: [field("email"), field("phone")],
  });
  await testMesh.callRestOrThrow(business, "PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  const sent = await createVisitorBrowser(testMesh.url)("POST", `/flow/${slug}`, new URLSearchParams(answers));
  expect(sent.status).toBe(303);
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
    }, 300_000);
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
