// Settings → History: a rule from the preview of what would be deleted to the proof of the person, and two people who change rules at once.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { checkThemesAndWidths, describeInBrowser, languages, takePicture } from "../support/browser/console-browser.js";
import type { Person } from "../support/people/people.js";
import { type Business, createCenterStock, withdrawalArguments } from "../support/mesh/test-mesh.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

const historyPath = "/settings/history";
const apiPath = "/v1/public/retention";
const dayMs = 24 * 60 * 60 * 1000;
const hundredDaysAgo = new Date(Date.now() - 100 * dayMs);

describeInBrowser("the history of a business in the application", () => {
  const console = useConsoleBrowser();

  const createBusiness = () => console.testMesh.createBusiness({ toolsets: ["all"] });
  const readRules = (business: Business) => console.testMesh.callRestOrThrow(business, "GET", apiPath);
  /** As a back end does, with a key. */
  const setRules = (business: Business, version: number, rules: object) =>
    console.testMesh.callRestOrThrow(
      business,
      "PUT",
      apiPath,
      { version, rules },
      { "idempotency-key": crypto.randomUUID() },
    );
  const callAs = (person: Person, { businessId }: Business, method: string, path: string, body?: object) =>
    person.call(method, path, body, { "x-business-id": businessId, "idempotency-key": crypto.randomUUID() });
  /** Withdrawals of the past, which the API cannot create. */
  const createOldWithdrawals = async (business: Business, count: number) => {
    const { ids } = await createCenterStock(console.testMesh, business, 100);
    for (let index = 0; index < count; index += 1)
      await console.testMesh.callToolOrThrow(
        business,
        "supply_approve_withdrawal",
        withdrawalArguments({ ...ids, worker_id: `worker-${index}`, email: `w${index}@example.com` }),
      );
    const { modifiedCount } = await console.mongo
      .db(`${console.testMesh.mesh.databasePrefix}supply`)
      .collection("withdrawals")
      .updateMany({ businessId: business.businessId }, { $set: { createdAt: hundredDaysAgo } });
    expect(modifiedCount).toBe(count);
  };
  const getCard = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
  const openDialog = async (page: Page, kind: string) => {
    await getCard(page, kind)
      .getByRole("button", { name: `Change ${kind}` })
      .click();
    const dialog = page.getByRole("dialog", { name: `Change: ${kind}` });
    await dialog.waitFor();
    return {
      dialog,
      remove: dialog.getByRole("radio", { name: "Delete it" }),
      days: dialog.getByLabel("Days after it has ended"),
      look: dialog.getByRole("button", { name: "See what would be deleted now" }),
      save: dialog.getByRole("button", { name: /^Save/ }),
    };
  };
  const withoutRefusals = (problems: readonly string[]) => problems.filter((one) => !/status of 4\d\d/.test(one));

  test("an admin previews what would be deleted, confirms with the passkey, and the rule is saved as it was shown", async () => {
    const business = await createBusiness();
    await createOldWithdrawals(business, 3);
    const { page, person, problems } = await console.openAs("admin", "", { business });
    await console.addPasskey(page, person);
    await console.goTo(page, "", business);
    await page
      .getByRole("navigation", { name: "Main menu" })
      .getByRole("link", { name: "History", exact: true })
      .click();
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await getCard(page, "Withdrawals").getByText("Kept until the business is closed").waitFor();
    const names = await page
      .getByRole("main")
      .getByRole("region")
      .evaluateAll((cards) => cards.map((card) => card.ariaLabel));
    const { kinds } = (await readRules(business)) as unknown as { kinds: unknown[] };
    expect(names).toHaveLength(kinds.length);
    expect(names).toEqual(expect.arrayContaining(["Spins", "Stock movements", "Withdrawals", "Transfers"]));

    const { dialog, remove, days, look, save } = await openDialog(page, "Withdrawals");
    // This mesh has no archive.
    expect(await dialog.getByRole("radio").count()).toBe(2);
    await dialog.getByText("the operator has set up no archive for this kind").waitFor();
    expect(await save.isDisabled()).toBe(true);
    await remove.check();
    await days.fill("29");
    await dialog.locator(".field-error").getByText("Enter a whole number from 30 to 36,500.").waitFor();
    expect(await look.count()).toBe(0);
    await days.fill("90");
    await page.keyboard.press("Enter");
    expect(await save.isDisabled()).toBe(true);
    await look.click();
    await dialog.getByText("Records that would be deleted for good now: 3.").waitFor();
    // In the time zone of the business.
    const timeZone = "America/Mexico_City";
    const oldest = new Intl.DateTimeFormat("en-MX", { dateStyle: "medium", timeZone }).format(hundredDaysAgo);
    await dialog.getByText(`The oldest one is of ${oldest}`).waitFor();
    await dialog.getByText("They cannot be brought back").waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "history-delete");
    // Only the rule whose records were counted can be saved.
    await days.fill("101");
    await dialog.getByText("See what would be deleted now before you save.").waitFor();
    expect(await save.isDisabled()).toBe(true);
    await look.click();
    await dialog.getByText("Nothing would be deleted now.").waitFor();
    await days.fill("90");
    await look.click();
    await dialog.getByText("deleted for good now: 3.").waitFor();

    await console.forgetProof(person, business);
    await save.click();
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    expect(await readRules(business)).toMatchObject({ version: 0 });
    await console.confirmWithPasskey(page);
    await dialog.waitFor({ state: "detached" });
    await page.getByText("The rule is saved. What is old enough is removed within minutes to hours").first().waitFor();
    await getCard(page, "Withdrawals").getByText("Deleted after 90 days").waitFor();
    await page
      .locator(".facts")
      .getByText(/· You$/)
      .waitFor();
    expect(await readRules(business)).toMatchObject({
      version: 1,
      rules: { withdrawals: { mode: "delete", days: 90 } },
    });
    expect(await findAccessibilityProblems(page)).toEqual([]);

    const again = await openDialog(page, "Withdrawals");
    expect(await again.days.inputValue()).toBe("90");
    await again.dialog.getByRole("radio", { name: "Keep it until the business is closed" }).check();
    await again.dialog.getByText("What was deleted does not come back").waitFor();
    await again.save.click();
    await getCard(page, "Withdrawals").getByText("Kept until the business is closed").waitFor();
    expect(await readRules(business)).toMatchObject({ version: 2, rules: {} });
    expect(withoutRefusals(problems)).toEqual([]);
  });

  test("when another person has changed the rules, they are shown and not overwritten, and the entered values are kept", async () => {
    const business = await createBusiness();
    const { page, problems } = await console.openAs("owner", historyPath, { business });
    const { dialog, remove, days, look, save } = await openDialog(page, "Withdrawals");
    await remove.check();
    await days.fill("200");
    await look.click();
    await dialog.getByText("Nothing would be deleted now.").waitFor();
    await setRules(business, 0, { transfers: { mode: "delete", days: 45 }, withdrawals: { mode: "delete", days: 50 } });
    await save.click();
    await dialog.getByRole("alert").getByText("Nothing was saved, because the rules changed meanwhile").waitFor();
    const newer = dialog.getByRole("status").getByRole("listitem");
    await newer.first().waitFor();
    expect(await newer.allTextContents()).toEqual([
      "Withdrawals: Deleted after 50 days",
      "Transfers: Deleted after 45 days",
    ]);
    expect([await remove.isChecked(), await days.inputValue()]).toEqual([true, "200"]);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "history-conflict");
    await save.click();
    await dialog.waitFor({ state: "detached" });
    await getCard(page, "Transfers").getByText("Deleted after 45 days").waitFor();
    expect(await readRules(business)).toMatchObject({
      version: 2,
      rules: { transfers: { mode: "delete", days: 45 }, withdrawals: { mode: "delete", days: 200 } },
    });
    expect(withoutRefusals(problems)).toEqual([]);
  });

  test("when the rules were changed before the preview, the first attempt to save is refused although the page has read them since", async () => {
    const business = await createBusiness();
    const { page, problems } = await console.openAs("owner", historyPath, { business });
    const { dialog, remove, days, look, save } = await openDialog(page, "Withdrawals");
    await remove.check();
    await days.fill("200");
    const theirs = { mode: "delete", days: 50 };
    await setRules(business, 0, { withdrawals: theirs });
    await look.click();
    await dialog.getByText("Nothing would be deleted now.").waitFor();
    // The newer rules have been read, so the page knows their version.
    await dialog.getByRole("status").getByText("Withdrawals: Deleted after 50 days").waitFor();
    await save.click();
    await dialog.getByRole("alert").getByText("Nothing was saved, because the rules changed meanwhile").waitFor();
    expect(await readRules(business)).toMatchObject({ version: 1, rules: { withdrawals: theirs } });
    // After one refusal, a further change by another person is refused again.
    await setRules(business, 1, { withdrawals: { mode: "delete", days: 60 } });
    await look.click();
    await dialog.getByRole("status").getByText("Withdrawals: Deleted after 60 days").waitFor();
    await save.click();
    await dialog.getByRole("alert").waitFor();
    expect(await readRules(business)).toMatchObject({ version: 2 });
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect(await readRules(business)).toMatchObject({
      version: 3,
      rules: { withdrawals: { mode: "delete", days: 200 } },
    });
    expect(withoutRefusals(problems)).toEqual([]);
  });

  test("a preview that fails does not say that something was saved, or may have been", async () => {
    const { page } = await console.openAs("owner", historyPath);
    const { dialog, remove, look, save } = await openDialog(page, "Spins");
    const refuse = (path: string) =>
      page.route(`**${path}`, (route) =>
        ["POST", "PUT"].includes(route.request().method())
          ? route.fulfill({ status: 503, json: { error: "service_unavailable", detail: "Away.", request_id: "req_1" } })
          : route.continue(),
      );
    await refuse(`${apiPath}/preview`);
    await remove.check();
    await look.click();
    const alert = dialog.getByRole("alert");
    await alert.getByText("A part of the service does not answer at the moment. Try again in a moment.").waitFor();
    expect(await alert.getByText("It is not known whether").count()).toBe(0);
    await page.unroute(`**${apiPath}/preview`);
    await look.click();
    await dialog.getByText("Nothing would be deleted now.").waitFor();
    await refuse(apiPath);
    await save.click();
    await alert.getByText("It is not known whether the change was made").waitFor();
    expect(await alert.getByText("Nothing was saved").count()).toBe(0);
  });

  test("a viewer reads the rules and whom to ask, and is refused a preview and a change by the server too", async () => {
    const business = await createBusiness();
    await setRules(business, 0, { spins: { mode: "delete", days: 90 } });
    const { page, person, problems } = await console.openAs("viewer", historyPath, { business });
    await page.getByText("Only owners and administrators can change these rules").waitFor();
    await getCard(page, "Spins").getByText("Deleted after 90 days").waitFor();
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "history-viewer");
    const rules = { spins: { mode: "delete", days: 30 } };
    const asked = [
      await callAs(person, business, "POST", `${apiPath}/preview`, { rules }),
      await callAs(person, business, "PUT", apiPath, { version: 1, rules }),
    ];
    expect(asked.map(({ status, body }) => [status, body.error])).toEqual([
      [403, "forbidden"],
      [403, "forbidden"],
    ]);
    expect(await readRules(business)).toMatchObject({ version: 1 });
    expect(problems).toEqual([]);
  });

  test("the rules of a business are not visible in another one", async () => {
    const [business, other] = [await createBusiness(), await createBusiness()];
    await setRules(business, 0, { spins: { mode: "delete", days: 90 } });
    const { page, person } = await console.openAs("owner", historyPath, { business: other });
    await getCard(page, "Spins").getByText("Kept until the business is closed").waitFor();
    await page.getByText("No rule has been set yet").waitFor();
    await page.goto(console.toUrl(business, historyPath));
    await page.getByText("You do not belong to this business").waitFor();
    expect((await callAs(person, business, "GET", apiPath)).status).toBe(401);
    expect((await callAs(person, business, "PUT", apiPath, { version: 1, rules: {} })).status).toBe(401);
    expect(await readRules(business)).toMatchObject({ version: 1 });
  });

  /** As a mesh with other settings would answer. */
  const answerWith = (page: Page, change: object) =>
    page.route(`**${apiPath}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
    });

  test("what the operator does not allow is not offered, and a kind that the page does not know has the name of the API", async () => {
    const { page } = await console.openAs("owner", "");
    await answerWith(page, {
      modes: ["delete"],
      kinds: [
        { kind: "spins", modes: ["delete"] },
        { kind: "surveys", modes: [] },
      ],
    });
    await page.goto(console.toUrl(console.business, historyPath));
    await getCard(page, "surveys").getByText("The operator does not allow a rule for this kind").waitFor();
    expect(await page.getByRole("main").getByRole("region").count()).toBe(2);
    expect(await getCard(page, "surveys").getByRole("button").count()).toBe(0);
    const { dialog } = await openDialog(page, "Spins");
    await dialog.getByText("The operator does not allow archives.").waitFor();
    expect(await dialog.getByRole("radio", { name: /^Archive/ }).count()).toBe(0);
    await page.unroute(`**${apiPath}`);
    await answerWith(page, { modes: [], kinds: [{ kind: "spins", modes: [] }] });
    await page.reload();
    await page.getByText("The operator of this installation allows no rules").waitFor();
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    await page.unroute(`**${apiPath}`);
    const rules = { spins: { mode: "delete", days: 90 } };
    await answerWith(page, { modes: [], kinds: [{ kind: "spins", modes: [] }], rules });
    await page.reload();
    await page.getByText("No new rules can be set. Rules from before go on until you take them away.").waitFor();
    expect(await page.getByText("everything is kept until").count()).toBe(0);
    expect(await getCard(page, "Spins").getByRole("button").count()).toBe(1);
  });

  test("the form is shown in every language, in light and dark, and fits a telephone", async () => {
    const session = await console.signIn();
    const modes = ["archive", "delete"];
    for (const language of languages) {
      const { page, problems } = await console.open(session, "/profile", { language });
      await answerWith(page, { modes, kinds: ["registrations", "sessions"].map((kind) => ({ kind, modes })) });
      await page.goto(console.toUrl(console.business, historyPath));
      await page.getByRole("main").getByRole("region").first().getByRole("button").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio").nth(1).check();
      await dialog.getByRole("spinbutton").fill("3");
      await dialog.locator(".field-error").waitFor();
      expect(await findAccessibilityProblems(page)).toEqual([]);
      await checkThemesAndWidths(page, `history-form-${language}`);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });
});
