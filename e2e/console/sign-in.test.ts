// Settings → Sign-in: an identity provider from the empty page to a person who signs in with it, and its end.
import { createHash } from "node:crypto";
import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleBrowser,
  describeInBrowser,
  findAccessibilityProblems,
  startConsoleBrowser,
  takePicture,
} from "../support/console-browser.js";
import { type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { addAuthenticator, createPerson } from "../support/people.js";

describeInBrowser("the sign-in settings in the application", () => {
  let console: ConsoleBrowser;
  let provider: StandInProvider;
  let mongo: MongoClient;
  beforeAll(async () => {
    [console, provider] = await Promise.all([startConsoleBrowser(), startIdentityProvider()]);
    mongo = await new MongoClient(console.testMesh.mesh.mongodbUrl).connect();
  });
  afterAll(async () => {
    provider?.close();
    await mongo?.close();
    await console?.stop();
  });

  const getSettingsUrl = () => `${console.appUrl}/b/${console.business.businessId}/settings/sign-in`;

  /** A page of an owner with a passkey whose last proof is too old for a change. */
  async function openAsOwner(): Promise<{ page: Page; problems: string[]; forgetProof: () => Promise<void> }> {
    const session = await console.signIn();
    const opened = await console.open(session, "/profile");
    await addAuthenticator(opened.page);
    await opened.page.getByRole("button", { name: "Add passkey" }).click();
    await opened.page.getByRole("button", { name: /^Rename/ }).waitFor();
    const forgetProof = async () => {
      const database = mongo.db(`${console.testMesh.mesh.databasePrefix}console`);
      const filter = { tokenHash: createHash("sha256").update(session).digest("base64url") };
      await database.collection("sessions").updateOne(filter, { $set: { provenAt: new Date(0) } });
      // The gateway caches sessions for a moment; an empty change shows when it has read this one again.
      const person = createPerson(console.testMesh, `session=${session}`);
      const path = `/v1/console/businesses/${console.business.businessId}`;
      const change = async () => (await person.call("PATCH", path, { requireProposal: false })).body.error;
      await expect.poll(change).toBe("step_up_required");
    };
    await forgetProof();
    await opened.page.goto(getSettingsUrl());
    await opened.page.getByLabel("Issuer").waitFor();
    return { ...opened, forgetProof };
  }

  async function confirm(page: Page): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Use passkey" }).click();
    await dialog.waitFor({ state: "detached" });
  }

  test("an owner sets it after confirming with the passkey, a person signs in with it, and the owner removes it", async () => {
    const { page, problems, forgetProof } = await openAsOwner();
    await page.getByText(`${console.appUrl}/sign-in/callback`).waitFor();
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByRole("button", { name: "Test the issuer" }).click();
    await page.getByText(`People will sign in at ${new URL(provider.issuer).host}.`).waitFor();
    await page.getByLabel("Client id").fill(provider.clientId);
    await page.getByLabel("Client secret").fill(provider.clientSecret);
    await page.getByLabel("E-mail domains").fill("acme.example.com\nacme.example.org");
    await page.getByLabel("Role of new members").selectOption("operator");
    await takePicture(page, "sign-in-filled");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await confirm(page);
    await page.getByText("A secret is stored.").waitFor();
    expect(await page.getByLabel("Client secret").inputValue()).toBe("");
    expect(await page.content()).not.toContain(provider.clientSecret);
    expect(await findAccessibilityProblems(page)).toEqual([]);

    provider.account = { sub: "1", email: "luz@acme.example.org", name: "Luz" };
    const visitor = await (await page.context().browser()?.newContext({ locale: "en" }))?.newPage();
    if (!visitor) throw new Error("the browser is closed");
    await visitor.goto(`${console.appUrl}/sign-in/b/${console.business.businessId}`);
    await visitor.getByRole("button", { name: "Continue" }).click();
    await visitor.waitForURL(`${console.appUrl}/b/${console.business.businessId}`);
    await visitor.getByText("luz@acme.example.org").first().waitFor();
    await visitor.context().close();

    await forgetProof();
    await page.getByRole("button", { name: "Remove provider" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove provider" }).click();
    await confirm(page);
    await page.getByText("The identity provider is removed").first().waitFor();
    // The form is filled again when the settings have been read again.
    await eventually(async () => expect(await page.getByLabel("Issuer").inputValue()).toBe(""));
    const gone = await fetch(`${console.appUrl}/sign-in/b/${console.business.businessId}`);
    expect(gone.status).toBe(404);
    // The browser notes each answer that asks for the passkey.
    expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
    await page.context().close();
  });

  test("an error is shown at its field, and nothing is stored", async () => {
    const { page } = await openAsOwner();
    await page.getByLabel("Issuer").fill("http://10.0.0.1");
    await page.getByRole("button", { name: "Test the issuer" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client id").fill(provider.clientId);
    await page.getByLabel("E-mail domains").fill("not a domain");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await confirm(page);
    await expect.poll(() => page.getByLabel("E-mail domains").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("E-mail domains").fill("acme.example.com");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Client secret").getAttribute("aria-invalid")).toBe("true");
    await page.goto(getSettingsUrl());
    await page.getByLabel("Issuer").waitFor();
    expect(await page.getByRole("button", { name: "Remove provider" }).count()).toBe(0);
    await page.context().close();
  });

  test("a person who may not administer members sees neither the page nor its entry in the menu", async () => {
    const { page } = await console.open(await console.signIn("approver"), "");
    expect(await page.getByRole("link", { name: "Sign-in", exact: true }).count()).toBe(0);
    await page.goto(getSettingsUrl());
    await page.getByText("Your role does not include this page").waitFor();
    await page.context().close();
  });
});
