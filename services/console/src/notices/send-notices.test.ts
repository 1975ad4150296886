import { newId } from "@tenant-ops/kit/data";
import { lockAsKilledProcess } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { startTestConsole } from "../testing.js";
import type { Membership } from "../members/members.rules.js";
import { startNotices } from "./send-notices.js";

test("a notice that a killed process has locked is taken by another one, and delays no other", async () => {
  const service = await startTestConsole();
  const { context } = service.running;
  const { db } = context;
  const memberships = db.shared<Pick<Membership, "_id" | "businessId" | "notice">>("memberships");
  const [locked, other] = [1, 2].map((minutes) => ({
    _id: newId("mem"),
    businessId: newId("biz"),
    notice: { since: new Date(), dueAt: new Date(Date.now() - minutes * 60_000) },
  })) as [Membership, Membership];
  await memberships.insertMany([locked, other]);
  const close = await lockAsKilledProcess(db.name, "memberships", locked._id);
  // Of a business that is not there, there is nothing to tell: the notice ends without a mail.
  const stop = startNotices({ ...context, findBusiness: async () => undefined }, async () => undefined);
  const countDue = () => memberships.countDocuments({ "notice.dueAt": { $exists: true } });
  await expect.poll(countDue).toBe(0);
  await stop();
  await close();
  await service.close();
});
