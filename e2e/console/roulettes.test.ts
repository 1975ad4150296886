// A prize item with the keyboard. whole-way.test.ts creates a roulette, activates it and claims a prize; roulettes.long.test.ts does so in depth.
import { expect, test } from "vitest";
import { describeInBrowser, tabTo } from "../support/console-browser.js";
import { useConsoleBrowser } from "../support/use-console-browser.js";

describeInBrowser("roulettes in the application", () => {
  const console = useConsoleBrowser();

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
});
