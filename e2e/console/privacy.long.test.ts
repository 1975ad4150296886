// Requests about persons in the application: from the search to the receipt.
import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { checkThemesAndWidths, describeInBrowser, tabTo, takePicture } from "../support/browser/console-browser.js";
import { registerWithoutProof } from "../support/people/person-requests.js";
import { joinBusiness } from "../support/people/people.js";
import { createCenterStock, withdrawalArguments } from "../support/mesh/test-mesh.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

const path = "/v1/public/person-requests";
const newRequest = "/settings/personal-data/new";

describeInBrowser("requests about persons in the application", () => {
  const console = useConsoleBrowser();
  let ids: Record<string, string>;
  beforeAll(async () => {
    ({ ids } = await createCenterStock(console.testMesh, console.business, 1000));
  });

  /** A person who has received something, known by an e-mail address and by ids of workers. */
  const seedWorker = async (workers = 1) => {
    const email = `ana-${crypto.randomUUID()}@example.com`;
    const workerIds = Array.from({ length: workers }, () => `worker-${crypto.randomUUID()}`);
    const withdraw = (workerId: string) => {
      const given = withdrawalArguments({ ...ids, worker_id: workerId, email });
      return console.testMesh.callToolOrThrow(console.business, "supply_approve_withdrawal", given);
    };
    await Promise.all(workerIds.map(withdraw));
    return { email, workerId: workerIds[0] ?? "" };
  };
  const search = async (page: Page, email: string) => {
    await page.getByLabel("E-mail addresses").fill(email);
    await page.getByRole("button", { name: "Search" }).click();
  };
  const listKinds = async (email: string) => {
    const found = await console.testMesh.callRestOrThrow(console.business, "POST", `${path}/preview`, {
      emails: [email],
    });
    return found["records"];
  };
  const confirmErasure = async (page: Page, email: string) => {
    await page.getByRole("button", { name: "Erase this person" }).click();
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await page.getByRole("button", { name: "Erase for good" }).click();
  };

  test("an owner searches with the keyboard, sees what would change, confirms by the name, and gets a receipt without it", async () => {
    const { email, workerId } = await seedWorker();
    const { page, problems } = await console.open(await console.signIn(), "/settings/personal-data");
    await tabTo(page, "New request");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "New request" }).waitFor();
    await tabTo(page, "E-mail addresses (optional)");
    await page.keyboard.type(email);
    await tabTo(page, "Search");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What was found" }).waitFor();
    const table = page.getByRole("table", { name: "Records per area" });
    await table.getByRole("row", { name: /^Inventory Withdrawals 1 / }).waitFor();
    // Names of collections are for programs.
    expect(await table.locator("code").count()).toBe(0);
    expect(await page.getByRole("listitem").allTextContents()).toContain(`User ID: ${workerId} found in the records`);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "personal-data-found");

    await tabTo(page, "Erase this person");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await tabTo(page, `Type ${email} to confirm`);
    await page.keyboard.type("yes");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("button", { name: "Erase for good" }).isDisabled()).toBe(true);
    await takePicture(page, "personal-data-confirm");
    expect(await listKinds(email)).toHaveLength(1);
    await page.getByLabel(`Type ${email} to confirm`).fill(email);
    await page.keyboard.press("Enter");
    // Exact match, because a column of the previous page is called "When the person is erased".
    const isErased = page.getByText("The person is erased", { exact: true });
    await page.getByText("The erasure is running.").or(isErased).first().waitFor();
    await takePicture(page, "personal-data-running");
    await isErased.waitFor({ timeout: 120_000 });
    expect(await page.locator("main").textContent()).not.toContain(email);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    expect(await listKinds(email)).toEqual([]);

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save receipt" }).click();
    const download = await downloading;
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(download.suggestedFilename()).toBe(`${id}.json`);
    const saved = JSON.parse(await readFile(await download.path(), "utf8")) as object;
    expect(saved).toEqual(await console.testMesh.callRestOrThrow(console.business, "GET", `${path}/${id}`));
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(await page.getByText("The person is erased").isVisible()).toBe(true);
    await takePicture(page, "personal-data-receipt-on-paper");
    expect(problems).toEqual([]);
  });

  test("what a visitor has typed without a proof is shown apart, and leads to nothing", async () => {
    const { email, workerId } = await seedWorker();
    const phone = `+5255${String(Date.now()).slice(-8).replace(/^0/, "1")}`;
    await registerWithoutProof(console.testMesh, console.business, { email, phone });
    const texts = [
      ["es", "Teléfonos", "Buscar", "Nombres sin prueba", `Correo: ${email} sin prueba`],
      ["en", "Phone numbers", "Search", "Names without a proof", `E-mail address: ${email} not proven`],
      ["pt", "Telefones", "Buscar", "Nomes sem prova", `E-mail: ${email} sem prova`],
    ] as const;
    for (const [language, phones, search, title, name] of texts) {
      const { page, problems } = await console.open(await console.signIn(), newRequest, { language });
      await page.getByLabel(phones).fill(phone);
      await page.getByRole("button", { name: search }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      expect(await page.getByRole("listitem").allTextContents()).toContain(name);
      expect(await page.locator("main").textContent()).not.toContain(workerId);
      await checkThemesAndWidths(page, `personal-data-unproven-${language}`);
      expect(problems).toEqual([]);
    }
  });

  test("an export is downloaded, and has the records of the person", async () => {
    const { email, workerId } = await seedWorker();
    const { page, problems } = await console.open(await console.signIn(), newRequest);
    await search(page, email);
    await page.getByRole("button", { name: "Create export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download export" }).click();
    const lines = (await readFile(await (await downloading).path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(workerId);
    await takePicture(page, "personal-data-export");
    expect(problems).toEqual([]);
  });

  test("when the name is changed during a search, the result for the earlier name is not shown", async () => {
    const [first, second] = await Promise.all([seedWorker(), seedWorker()]);
    const { page } = await console.open(await console.signIn(), newRequest);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = async (route: Route) => {
      await released;
      await route.continue();
    };
    await page.route(`**${path}/preview`, hold, { times: 1 });
    const asked = page.waitForRequest(`**${path}/preview`);
    await search(page, first.email);
    await asked;
    await page.getByLabel("E-mail addresses").fill(second.email);
    // The change has cancelled the earlier search.
    await page.getByText("Searching").waitFor({ state: "detached" });
    const answered = page.waitForResponse(`**${path}/preview`);
    release();
    // Does not wait until the answer is read, because a page that ignores an answer need not read it.
    await answered;
    expect(await page.getByRole("heading", { name: "What was found" }).count()).toBe(0);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText(second.workerId).waitFor();
    expect(await page.getByText(first.workerId).count()).toBe(0);
    await page.getByRole("button", { name: "Erase this person" }).click();
    await page.getByLabel(`Type ${second.email} to confirm`).waitFor();
  });

  test("the message of a failed search does not say that a change may have been made; that of a failed erasure does", async () => {
    const { email } = await seedWorker();
    const { page } = await console.open(await console.signIn(), newRequest);
    const unknown = page.getByRole("alert").getByText("It is not known whether the change was made");
    const failure = { error: "service_unavailable", detail: "Away.", request_id: "req_1" };
    for (const fail of [
      (route: Route) => route.abort("connectionreset"),
      (route: Route) => route.fulfill({ status: 503, json: failure }),
    ]) {
      await page.route(`**${path}/preview`, fail);
      await search(page, email);
      await page.getByRole("alert").waitFor();
      expect(await unknown.count()).toBe(0);
      expect(await page.getByRole("alert").innerText()).not.toMatch(/write/i);
      await page.unroute(`**${path}/preview`);
    }
    await search(page, email);
    await page.getByRole("heading", { name: "What was found" }).waitFor();
    await page.route(`**${path}`, (route) => route.fulfill({ status: 503, json: failure }));
    await confirmErasure(page, email);
    await unknown.waitFor();
  });

  test("an erasure with an old proof waits for the passkey", async () => {
    const { email } = await seedWorker();
    const { page, person } = await console.openAs("admin", "");
    await console.addPasskey(page, person);
    await console.goTo(page, newRequest);
    await search(page, email);
    await page.getByRole("heading", { name: "What was found" }).waitFor();
    await console.forgetProof(person);
    await confirmErasure(page, email);
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    expect(await listKinds(email)).toHaveLength(1);
    await console.confirmWithPasskey(page);
    const isErased = page.getByText("The person is erased", { exact: true });
    await page.getByText("The erasure is running.").or(isErased).first().waitFor();
  });

  test("the page explains in its own language why a person cannot be erased", async () => {
    const { page } = await console.open(await console.signIn(), newRequest);
    const shared = await seedWorker(55);
    await search(page, shared.email);
    await page.getByRole("alert").getByText("several people share one of them").waitFor();
    await takePicture(page, "personal-data-ambiguous");

    const email = `luis-${crypto.randomUUID()}@example.com`;
    await joinBusiness(console.testMesh, console.business.businessId, { role: "viewer", email });
    await search(page, email);
    await page.getByText("This person is a member of the business").waitFor();
    expect(await page.getByRole("button", { name: "Erase this person" }).count()).toBe(0);

    await search(page, `nobody-${crypto.randomUUID()}@example.com`);
    await page.getByRole("heading", { name: "Nothing is stored under these names" }).waitFor();
    await takePicture(page, "personal-data-nothing");
    await page.getByLabel("E-mail addresses").fill("no address");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => page.getByLabel("E-mail addresses").getAttribute("aria-invalid")).toBe("true");
  });

  test("an approver sees no requests about persons", async () => {
    const { page } = await console.open(await console.signIn("approver"), "");
    expect(await page.getByRole("link", { name: "Personal data" }).count()).toBe(0);
    await page.goto(`${console.appUrl}/b/${console.business.businessId}${newRequest}`);
    await page.getByText("Your role does not include this page").waitFor();
  });
});
