// Settings → Close the business: from the preview to the page with the state, which replaces all others, and back.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Manifest, readArchive } from "../support/records/archive.js";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import {
  checkThemesAndWidths,
  describeInBrowser,
  languages,
  type Looks,
  takePicture,
  waitUntilRead,
} from "../support/browser/console-browser.js";
import { createLink, createPerson, joinAs, type Person } from "../support/people/people.js";
import { type Business, createCenterStock } from "../support/mesh/test-mesh.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

const closePath = "/settings/close-business";
const closedTitle = "This business is closed";

describeInBrowser("closing a business in the application", () => {
  const console = useConsoleBrowser();

  const createBusiness = () => console.testMesh.createBusiness({ toolsets: ["all"] });
  const readName = async ({ businessId }: Business) =>
    String((await console.testMesh.callAdmin("GET", `/businesses/${businessId}`))["name"]);
  const apiPath = ({ businessId }: Business) => `/v1/console/businesses/${businessId}/offboarding`;
  const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const chooseInMenu = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name, exact: true }).click();

  const openAs = (business: Business, role: string, path: string, looks: Looks = {}) =>
    console.openAs(role, path, { business, looks });
  /** By the API, with the proof of the sign-in. */
  const close = async (business: Business, owner: Person) => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const { status } = await owner.call("POST", apiPath(business), { confirmName: await readName(business) }, key);
    expect(status).toBe(201);
  };
  const saveArchive = async (page: Page, press: () => Promise<void>) => {
    const downloading = page.waitForEvent("download");
    await press();
    const download = await downloading;
    const files = await readArchive(await readFile(await download.path()));
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "") as Manifest;
    return { name: download.suggestedFilename(), files, manifest };
  };
  const updateRequest = ({ businessId }: Business, change: object) =>
    console.mongo
      .db(`${console.testMesh.mesh.databasePrefix}accounts`)
      .collection("offboardings")
      .updateOne({ businessId }, { $set: change });

  test("an owner sees what would be deleted, downloads it, confirms by name and passkey, and cancels; the pages of all members change accordingly", async () => {
    const business = await createBusiness();
    await createCenterStock(console.testMesh, business, 10);
    const name = await readName(business);
    const { page, problems, person } = await openAs(business, "owner", "");
    await console.addPasskey(page, person);
    const colleague = await openAs(business, "viewer", "/supply");
    await waitForHeading(colleague.page, "Products");

    await console.goTo(page, "", business);
    await chooseInMenu(page, "Close the business");
    await waitForHeading(page, "Close the business");
    const table = page.getByRole("table", { name: "Records per area" });
    await table.getByRole("row", { name: /^Inventory Products.* \d+$/ }).waitFor();
    await table.getByRole("row", { name: /^People Members/ }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await console.forgetProof(person, business);
    const before = await saveArchive(page, async () => {
      await page.getByRole("button", { name: "Download archive" }).click();
      await console.confirmWithPasskey(page);
    });
    expect(before.name).toBe(`${business.businessId}.zip`);
    expect(before.manifest).toMatchObject({ businessId: business.businessId, isClosed: false });

    await console.forgetProof(person, business);
    await page.getByRole("main").getByRole("button", { name: "Close the business" }).click();
    const dialog = page.getByRole("dialog", { name: "Close this business?" });
    expect(await findAccessibilityProblems(page)).toEqual([]);
    const field = dialog.getByLabel(`Type ${name} to confirm`);
    await field.fill(name.slice(0, -1));
    await page.keyboard.press("Enter");
    const submit = dialog.getByRole("button", { name: "Close the business" });
    expect(await submit.isDisabled()).toBe(true);
    await takePicture(page, "closing-dialog");
    await field.fill(name);
    await dialog.getByLabel("Days until the deletion").fill("45");
    await submit.click();
    expect((await console.testMesh.callTool(business, "supply_list_stocks")).status).toBe(200);
    await console.confirmWithPasskey(page);
    await waitForHeading(page, closedTitle);
    await page.getByText("An owner of the business").waitFor();
    const { body } = await person.call("GET", apiPath(business));
    expect(Date.parse(body.deleteAt) - Date.parse(body.requestedAt)).toBe(45 * 24 * 60 * 60 * 1000);
    expect((await console.testMesh.callTool(business, "supply_list_stocks")).body).toMatchObject({
      error: "business_closed",
    });
    expect(await findAccessibilityProblems(page)).toEqual([]);

    // The page of the colleague was open before, and now sends a request.
    await chooseInMenu(colleague.page, "Roulettes");
    await waitForHeading(colleague.page, closedTitle);
    await colleague.page.getByText("Only an owner of the business").waitFor();
    expect(await colleague.page.getByRole("main").getByRole("link").count()).toBe(0);
    expect(await colleague.page.getByRole("alert").count()).toBe(0);
    expect(await findAccessibilityProblems(colleague.page)).toEqual([]);
    await takePicture(colleague.page, "closing-colleague");

    await page.goto(console.toUrl(business, "/supply/ledger"));
    await page.getByRole("link", { name: "See the date, download or cancel" }).click();
    await page.getByText("Everything is deleted from").waitFor();
    const during = await saveArchive(page, () => page.getByRole("button", { name: "Download archive" }).click());
    expect(during.manifest.isClosed).toBe(true);
    expect(during.files.get("supply/stocks.ndjson")).toEqual(before.files.get("supply/stocks.ndjson"));

    await page.getByRole("button", { name: "Keep the business" }).click();
    const keep = page.getByRole("dialog", { name: "Keep this business?" });
    await takePicture(page, "closing-keep");
    await keep.getByRole("button", { name: "Keep the business" }).click();
    await waitForHeading(page, "Home");
    await page.getByText("The business stays").first().waitFor();
    await chooseInMenu(page, "Inventory");
    await waitForHeading(page, "Products");
    await page.getByRole("table").first().waitFor();
    // The page of the colleague is not reloaded.
    await waitForHeading(colleague.page, "Roulettes");
    expect(await page.getByRole("alert").count()).toBe(0);
    const unexpected = [...problems, ...colleague.problems].filter((problem) => !problem.includes("status of 403"));
    expect(unexpected).toEqual([]);
  });

  test("a number of days that the server would refuse is explained at its field, and nothing can be sent", async () => {
    const business = await createBusiness();
    const { page } = await openAs(business, "owner", closePath, { language: "es" });
    await page.getByRole("button", { name: "Cerrar el negocio" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Escribe .* para confirmar/).fill(await readName(business));
    await dialog.getByLabel("Días hasta la eliminación").fill("3");
    await dialog.locator(".field-error").getByText("Escribe un número entero de 30 a 400.").waitFor();
    expect(await dialog.getByLabel("Días hasta la eliminación").getAttribute("aria-invalid")).toBe("true");
    const submit = dialog.getByRole("button", { name: "Cerrar el negocio" });
    expect(await submit.isDisabled()).toBe(true);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "closing-days");
    await dialog.getByLabel("Días hasta la eliminación").fill("400");
    expect(await submit.isDisabled()).toBe(false);
  });

  test("the state is shown in every language, in light and dark, and fits a telephone", async () => {
    const business = await createBusiness();
    const session = await console.signIn("owner", business);
    await close(business, createPerson(console.testMesh, `session=${session}`));
    for (const language of languages) {
      for (const path of [closePath, ""]) {
        const { page } = await console.open(session, "/profile", { language });
        await page.goto(console.toUrl(business, path));
        await page.locator("main .notice").waitFor();
        await waitUntilRead(page);
        expect(await findAccessibilityProblems(page)).toEqual([]);
        await checkThemesAndWidths(page, `closing-state-${path}-${language}`);
        await page.context().close();
      }
    }
  });

  test("an offboarding cannot be cancelled after the deletion has begun, and after its end the business is not listed any more", async () => {
    const [business, other] = [await createBusiness(), await createBusiness()];
    const { page, person: before } = await openAs(business, "owner", "");
    const { body } = await before.call("GET", "/v1/console/session");
    const link = await createLink(console.testMesh, other.businessId, { email: body.person.email, role: "viewer" });
    const person = createPerson(console.testMesh, await joinAs(link, before.cookie, body.person._id));
    const [name = "", value = ""] = person.cookie.split("=");
    await page.context().addCookies([{ name, value, url: console.appUrl }]);
    await close(business, person);
    await page.goto(console.toUrl(business, closePath));
    await page.getByRole("button", { name: "Keep the business" }).click();
    // Later than the end of this test, so that no worker continues the deletion during the test.
    await updateRequest(business, { status: "deleting", dueAt: new Date(Date.now() + 600_000) });
    await page.getByRole("dialog").getByRole("button", { name: "Keep the business" }).click();
    await page.getByRole("alert").getByText("The business can no longer be kept or downloaded").waitFor();
    await page.reload();
    await page.getByText("It cannot be cancelled any more").waitFor();
    expect(
      await page
        .getByRole("main")
        .getByRole("button", { name: /Keep|Download/ })
        .count(),
    ).toBe(0);
    await takePicture(page, "closing-deleting");
    await page.locator(".switcher summary").click();
    await takePicture(page, "closing-switcher");
    await updateRequest(business, { status: "waiting", deleteAt: new Date(0), dueAt: new Date(0) });
    await page.getByText("You do not belong to this business").waitFor({ timeout: 150_000 });
  });

  test("an admin sees no such page, and is refused by the server too", async () => {
    const business = await createBusiness();
    const { page, person } = await openAs(business, "admin", "");
    await waitForHeading(page, "Home");
    expect(await page.getByRole("link", { name: "Close the business" }).count()).toBe(0);
    await page.goto(console.toUrl(business, closePath));
    await page.getByText("Your role does not include this page").waitFor();
    const key = { "idempotency-key": crypto.randomUUID() };
    const asked = await person.call("POST", apiPath(business), { confirmName: await readName(business) }, key);
    expect(asked).toMatchObject({ status: 403, body: { error: "forbidden" } });
    for (const path of ["", "/preview", "/export"])
      expect((await person.call("GET", apiPath(business) + path)).body.error).toBe("forbidden");
  });
});
