import { hasChromium, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addAuthenticator,
  createLink,
  createPerson,
  forgetProof,
  getAppUrl,
  joinBusiness,
  readSessionCookie,
  useLink,
} from "./support/people/people.js";
import { useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

describe.skipIf(!hasChromium)(toBrowserTitle("people in a browser"), { timeout: 300_000 }, () => {
  let testMesh: TestMesh;
  let mongo: MongoClient;
  let appUrl: string;
  beforeAll(async () => {
    testMesh = await useSharedMesh();
    appUrl = getAppUrl(testMesh);
    mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  });
  afterAll(() => mongo?.close());

  const readCookie = async (page: Page): Promise<string> => {
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "session");
    return session ? `session=${session.value}` : "";
  };

  test("a person joins with a link, adds a passkey, signs out, signs in with it and confirms with it", async () => {
    const { businessId } = await testMesh.createBusiness();
    const problems = await withPage({ locale: "en-US" }, async (page) => {
      await addAuthenticator(page);
      await page.goto(await createLink(testMesh, businessId));
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await page.waitForURL(/\/sign-in\/new-passkey/);
      await page.getByRole("button", { name: "Create a passkey" }).click();
      await page.waitForURL(`${appUrl}/b/${businessId}**`);
      const first = createPerson(testMesh, await readCookie(page));
      expect((await first.call("GET", "/v1/console/session")).body).toMatchObject({ hasPasskey: true });
      // An open application whose session has ended goes to the sign-in page by itself, at the same time as this test.
      await page.goto("about:blank");
      expect((await first.call("POST", "/v1/console/sign-out")).status).toBe(204);

      await page.goto(`${appUrl}/sign-in?return=${encodeURIComponent(`/b/${businessId}`)}`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${appUrl}/b/${businessId}**`);
      const cookie = await readCookie(page);
      expect(cookie).not.toBe(first.cookie);
      const { body } = await createPerson(testMesh, cookie).call("GET", "/v1/console/session");
      expect(body).toMatchObject({ businesses: [{ _id: businessId, role: "owner" }] });
      expect((await first.call("GET", "/v1/console/session")).status).toBe(401);
      await assertStepUp(page, businessId, cookie);
    });
    expect(problems).toEqual([]);
  });

  test("what an admin began as a member with a recovery link does not lead into a business that the member joins later", async () => {
    const [{ businessId }, further] = [await testMesh.createBusiness(), await testMesh.createBusiness()];
    const [admin, member] = [await joinBusiness(testMesh, businessId), await joinBusiness(testMesh, businessId)];
    const { body: session } = await member.call("GET", "/v1/console/session");
    const personId: string = session.person._id;
    const { body: members } = await admin.call("GET", `/v1/console/businesses/${businessId}/members`);
    const { _id } = members.items.find((one: { personId: string }) => one.personId === personId);
    const { body } = await admin.call("POST", `/v1/console/businesses/${businessId}/members/${_id}/recovery`);
    await withPage({ locale: "en-US" }, async (page) => {
      await addAuthenticator(page);
      await page.goto(body.url);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/sign-in\/new-passkey/);
      await page.getByRole("button", { name: "Create a passkey" }).click();
      await page.waitForURL(`${appUrl}/b/${businessId}**`);
      const planted = createPerson(testMesh, await readCookie(page));
      expect((await planted.call("GET", "/v1/console/passkeys")).body.items).toMatchObject([{ isFromLink: true }]);
      await page.goto("about:blank");

      const link = await createLink(testMesh, further.businessId);
      const shown = await fetch(link, { headers: { cookie: member.cookie, "accept-language": "en" } });
      expect(await shown.text()).toContain("Which of these passkeys are yours?");
      const joined = await useLink(link, member.cookie, `as=${personId}`);
      expect(joined.headers.get("location")).toContain("/sign-in/new-passkey");
      const person = createPerson(testMesh, readSessionCookie(joined));
      expect((await person.call("GET", "/v1/console/session")).body.businesses).toHaveLength(2);
      expect((await person.call("GET", "/v1/console/passkeys")).body.items).toEqual([]);
      expect((await person.call("POST", "/v1/console/passkeys/options", {})).status).toBe(200);

      expect((await planted.call("GET", "/v1/console/session")).status).toBe(401);
      await page.goto(`${appUrl}/sign-in`);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByText("That did not work.").waitFor();
      expect((await createPerson(testMesh, await readCookie(page)).call("GET", "/v1/console/session")).status).toBe(
        401,
      );
    });
  });

  /** With an old proof an action is refused; after confirming with the passkey it is carried out, and the answer counts once. */
  async function assertStepUp(page: Page, businessId: string, cookie: string): Promise<void> {
    const person = createPerson(testMesh, cookie);
    const rename = () => person.call("PATCH", `/v1/console/businesses/${businessId}`, { name: "Renamed" });
    await forgetProof(testMesh, mongo, person);
    // The gateway caches a session for a second; a real proof becomes too old without a change in the database.
    await expect.poll(async () => (await rename()).body.error).toBe("step_up_required");
    const { options } = (await person.call("POST", "/v1/console/step-up/options", {})).body;
    await page.goto(`${appUrl}/sign-in`);
    const answer = await page.evaluate<object>(`startAuthentication(${JSON.stringify(options)})`);
    const other = await joinBusiness(testMesh, businessId);
    expect((await other.call("POST", "/v1/console/step-up", { answer })).body.error).toBe("passkey_rejected");
    expect((await person.call("POST", "/v1/console/step-up", { answer })).status).toBe(200);
    expect((await person.call("POST", "/v1/console/step-up", { answer })).body.error).toBe("passkey_rejected");
    await expect.poll(async () => (await rename()).status).toBe(200);
  }
});
