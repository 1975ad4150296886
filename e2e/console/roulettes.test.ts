// Roulettes in the application: prize items with the keyboard, activation, and a prize that is claimed by its code.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleBrowser, describeInBrowser, startConsoleBrowser, tabTo } from "../support/console-browser.js";
import { readGiftTypes } from "../support/seeded-tenants.js";

describeInBrowser("roulettes in the application", () => {
  let console: ConsoleBrowser;
  beforeAll(async () => {
    console = await startConsoleBrowser();
  });
  afterAll(() => console.stop());

  const send = async (method: string, path: string, body: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await console.testMesh.callRest(console.business, method, `/v1/public${path}`, body, headers);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };

  const createRoulette = async (name: string) => {
    const types = await readGiftTypes(console.testMesh, console.business);
    const gift = (type: string, probability: number) => {
      return { value: `${type} gift`, message: type, probability, typeOfGift: { _id: types[type], name: type } };
    };
    const { _id } = await send("POST", "/roulettes", {
      name,
      gifts: [gift("Points", 1), gift("Perder", 0)],
      typeOfRoulette: { _id: 1, name: "standard" },
      timeToWin: 1,
      timeToLose: 1,
      textToWin: "Won",
      textToLose: "Lost",
      termsAndConditions: "None",
    });
    return String(_id);
  };

  test("a person creates a prize item with the keyboard and sees it in the list", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/roulettes/items");
    await tabTo(page, "New item");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Steel bottle");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "Steel bottle", exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a person activates a roulette; a visitor wins, and the prize is found by its code and claimed once", async () => {
    const id = await createRoulette("Spring wheel");
    const { page } = await console.open(await console.signIn("operator"), `/roulettes/${id}`);
    await page.getByRole("img", { name: /Points gift 100%/ }).waitFor();
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();
    const { prizeId } = await send("POST", `/roulettes/${id}/spins`, { userId: "visitor-1" });
    const prize = await console.testMesh.callRest(console.business, "GET", `/v1/public/prizes/${String(prizeId)}`);
    const code = String(prize.body["code"]);

    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Roulettes" }).click();
    await page.getByRole("link", { name: "Prizes", exact: true }).click();
    await page.getByLabel("Claim code").fill(code.toLowerCase());
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Claim Points gift?" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Claim" }).click();
    await page.locator("td .badge", { hasText: /^Claimed$/ }).waitFor();
    expect(await page.getByRole("button", { name: "Claim Points gift?" }).count()).toBe(0);
  });

  test("a viewer sees a roulette and is offered no change", async () => {
    const id = await createRoulette("Quiet wheel");
    const { page } = await console.open(await console.signIn("viewer"), `/roulettes/${id}`);
    await page.getByRole("heading", { level: 1, name: "Quiet wheel" }).waitFor();
    expect(await page.getByRole("button", { name: "Activate" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Change" }).count()).toBe(0);
  });
});
