import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";

const path = "/v1/public/sandbox";
const id = z.string();

export const resetSandbox = defineRoute({
  id: "resetSandbox",
  method: "POST",
  path: `${path}/reset`,
  service: "accounts",
  caller: "tenant",
  access: { ofAllAreas: true, onlySandbox: true },
  summary: "Empty the sandbox",
  description:
    "Ends all records of the sandbox in all areas, also its webhook endpoints, and cannot be undone: the sandbox gets a new id, and what is stored under the earlier one is deleted within minutes. Keys stay; name the business by the id of the live business, which stays too. Needs a test key with write access to all areas; a live key is refused and loses nothing. After 20 resets within minutes the next one is refused with `sandbox_busy` until the earlier data is deleted.",
  replies: {
    200: { description: "The sandbox is empty", body: z.strictObject({ status: z.literal("emptied") }) },
  },
  errors: ["sandbox_only"],
  idempotency: "accepted",
});

const seededSandbox = z
  .strictObject({
    status: z.literal("seeded"),
    supply: z.strictObject({ serviceCenterId: id, stockId: id, centerStockId: id }),
    roulettes: z.strictObject({ rouletteId: id.describe("An active roulette."), itemId: id }),
    learning: z.strictObject({
      courseId: id.describe("A published course."),
      sessionId: id.describe("A completed session without a certificate."),
    }),
    flows: z.strictObject({ slug: z.string().describe("Of an active flow."), publicUrl: z.string() }),
  })
  .meta({ id: "SeededSandbox" });

export const seedSandbox = defineRoute({
  id: "seedSandbox",
  method: "POST",
  path: `${path}/seed`,
  service: "accounts",
  caller: "tenant",
  access: { ofAllAreas: true, onlySandbox: true },
  summary: "Fill the sandbox with demo data",
  description:
    "Creates the data of the demo business of `npm start` beside what the sandbox already has: centers, products, a withdrawal, an active roulette with spins, a published course with learners, an active flow. A second call creates nothing and gets the same answer, until the sandbox is reset. Needs a test key with write access to all areas.",
  replies: { 200: { description: "What was made, with the ids that a first try needs", body: seededSandbox } },
  errors: ["sandbox_only"],
  idempotency: "accepted",
});
