// Roulettes in the application: prize items with the keyboard, gifts, activation, and a prize that is claimed by its code.
import { expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, tabTo, takePicture } from "../support/browser/console-browser.js";
import { readGiftTypes } from "../support/records/seeded-tenants.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("roulettes in the application", () => {
  const console = useConsoleBrowser();

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

  test("a person creates a roulette with an item as a gift, changes the gift and its units, and activates it", async () => {
    await send("POST", "/roulette-items", { name: "Gorra azul", available_stock: 5 });
    const { page, problems } = await console.open(await console.signIn("operator"), "/roulettes");
    await page.getByRole("link", { name: "New roulette" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Summer wheel");
    await page.getByLabel("Text for a win").fill("You won");
    await page.getByLabel("Text for a loss").fill("Next time");
    await page.getByLabel("Terms and conditions").fill("One spin each.");
    const [first, second] = [page.getByRole("group", { name: "Gift 1" }), page.getByRole("group", { name: "Gift 2" })];
    await first.getByLabel("Kind").selectOption("Physical prize");
    await first.getByLabel("Name on the wheel").fill("Cap");
    await first.getByLabel("Text when it is drawn").fill("A cap is yours");
    await first.getByLabel("Weight").fill("3");
    await first.getByLabel("Units that can be won").fill("2");
    await first.getByRole("combobox", { name: "Prize item" }).fill("gor");
    await page.getByRole("option", { name: "Gorra azul" }).click();
    await second.getByLabel("Name on the wheel").fill("Nothing");
    await second.getByLabel("Text when it is drawn").fill("Not this time");
    await page.getByRole("img", { name: "Cap 75%" }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create the roulette" }).click();
    await page.getByRole("heading", { level: 1, name: "Summer wheel" }).waitFor();
    await page.getByText("Gorra azul").waitFor();

    await page.getByRole("button", { name: "Change: Cap" }).click();
    await page.getByLabel("Weight").fill("1");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("img", { name: "Cap 50%" }).waitFor();
    await page.getByRole("button", { name: "Change units: Cap" }).click();
    await page.getByLabel("Units to add").fill("8");
    await page.getByRole("dialog").getByRole("button", { name: "Change units" }).click();
    await page.getByRole("cell", { name: "10", exact: true }).waitFor();
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("problems with the gifts of a new roulette are shown in the form", async () => {
    const { page } = await console.open(await console.signIn("operator"), "/roulettes/new");
    await page.getByRole("button", { name: "Remove gift 2" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Wheel");
    for (const text of [
      "Text for a win",
      "Text for a loss",
      "Terms and conditions",
      "Name on the wheel",
      "Text when it is drawn",
    ])
      await page.getByLabel(text).fill("Text");
    await page.getByRole("button", { name: "Create the roulette" }).click();
    await page.getByRole("alert").getByText("one gift without a prize").first().waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Wheel");
  });

  test("a person activates a roulette; a visitor wins, and the code that the winner shows finds the prize, which is claimed with one button and once", async () => {
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
    const found = page.locator(".claim-by-code");
    await found.getByText("visitor-1").waitFor();
    await takePicture(page, "claim-by-code");
    await found.getByRole("button", { name: "Claim", exact: true }).click();
    await found.getByText("Claimed. Hand out the prize now.").waitFor();
    expect(await found.getByRole("button").count()).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Claim code").fill("ZZZZ-ZZZZ");
    await found.getByText("No prize has this code. Check it with the winner.").waitFor();
    await page.getByLabel("Claim code").fill(code);
    await found.getByText("It was claimed before. Hand out nothing.").waitFor();
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
