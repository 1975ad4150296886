// All steps of a new business in a browser: a key, an agent that is connected, a wheel, a flow that is tested and put online, a visitor who wins,
// and the prize that is handed over.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { withPage } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerClient } from "../support/people/agents-of-people.js";
import { describeInBrowser } from "../support/browser/console-browser.js";
import { sendJson } from "../support/mesh/test-mesh.js";
import { putFlowOnline, testFlow } from "../support/browser/flow-steps.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("the way of a new business", () => {
  const console = useConsoleBrowser();
  let callback: Server;
  beforeAll(async () => {
    callback = createServer((_, response) => response.end("<!doctype html><title>Connected</title>"));
    await new Promise<void>((resolve) => callback.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void callback.close());

  const goTo = (page: Page, area: string) =>
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: area, exact: true }).click();

  async function generateKey(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Generate new key" }).first().click();
    await page.getByLabel("Name").fill("Shop back end");
    await page.getByRole("button", { name: "Generate key" }).click();
    const key = (await page.locator("[data-secret]").textContent()) ?? "";
    await page.getByRole("button", { name: "I have made a copy" }).click();
    return key;
  }

  /** Allows an agent on the page of consent. @returns its access token */
  async function connectAgent(page: Page): Promise<string> {
    const callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const client = await registerClient(console.testMesh.url, callbackUrl);
    await page.goto(client.authorizeUrl());
    const answered = page.waitForRequest((request) => request.url().startsWith(callbackUrl));
    await page.getByRole("button", { name: "Allow" }).click();
    const code = new URL((await answered).url()).searchParams.get("code") ?? "";
    // Otherwise this navigation could end the next one of the test.
    await page.waitForURL(`${callbackUrl}**`);
    return String((await client.exchange(code)).body["access_token"]);
  }

  async function createWheel(page: Page): Promise<void> {
    await page.getByRole("link", { name: "New roulette" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Opening wheel");
    await page.getByLabel("Text for a win").fill("You won!");
    await page.getByLabel("Text for a loss").fill("Next time");
    await page.getByLabel("Terms and conditions").fill("One spin per person.");
    const gifts = page.getByRole("group", { name: /^Gift \d/ });
    await gifts.nth(0).getByLabel("Name on the wheel").fill("Thermos");
    await gifts.nth(0).getByLabel("Text when it is drawn").fill("Come and get your thermos.");
    await gifts.nth(0).getByLabel("Weight").fill("1");
    await gifts.nth(1).getByLabel("Name on the wheel").fill("Nothing");
    await gifts.nth(1).getByLabel("Text when it is drawn").fill("Thank you.");
    await gifts.nth(1).getByLabel("Weight").fill("0");
    await page.getByRole("button", { name: "Create the roulette" }).click();
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByRole("button", { name: "Deactivate" }).waitFor();
  }

  async function createFlow(page: Page, slug: string): Promise<void> {
    await page.getByRole("button", { name: "New registration page" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Opening");
    await dialog.getByLabel("Address", { exact: true }).fill(slug);
    await dialog.getByLabel("Destination").selectOption("Roulette");
    await dialog.getByRole("combobox", { name: "Which one" }).fill("opening");
    await dialog.getByRole("option", { name: "Opening wheel" }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "Opening" }).waitFor();

    await testFlow(page);
    await putFlowOnline(page);
  }

  /** A visitor in a window of their own, without script. @returns the code of the prize */
  async function winPrize(slug: string): Promise<string> {
    let code = "";
    await withPage({ javaScriptEnabled: false, locale: "en-US" }, async (page) => {
      await page.goto(`${console.testMesh.url}/flow/${slug}`);
      for (const text of await page.locator("input[type=text]").all()) await text.fill("Eva");
      await page.locator("input[type=tel]").fill("55 1234 5679");
      await page.locator("select").selectOption("MX");
      await page.locator("main button, form button").first().click();
      await page.waitForURL(/\/roulette\//);
      await page.getByRole("button").first().click();
      await page.locator(".code").waitFor();
      code = (await page.locator(".code").textContent()) ?? "";
    });
    return code;
  }

  test("leads from a key to a prize that is handed over, in the browser alone", async () => {
    const slug = `opening-${crypto.randomUUID().slice(0, 8)}`;
    const { page } = await console.open(await console.signIn(), "/settings/keys");
    const key = await generateKey(page);
    const token = await connectAgent(page);
    const { businessId } = console.business;
    await page.goto(`${console.appUrl}/b/${businessId}/roulettes`);
    await createWheel(page);
    await goTo(page, "Registration pages");
    await createFlow(page, slug);

    const asAgent = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const found = await sendJson(
      "POST",
      `${console.testMesh.url}/mcp`,
      { name: "flows_list_flows", arguments: {} },
      asAgent,
    );
    expect(found.body["items"]).toMatchObject([{ slug, isActive: true }]);

    const code = await winPrize(slug);
    await goTo(page, "Roulettes");
    await page.getByRole("link", { name: "Prizes", exact: true }).click();
    await page.getByLabel("Claim code").fill(code.toLowerCase());
    await page.locator(".claim-by-code").getByRole("button", { name: "Claim", exact: true }).click();
    await page.locator("td .badge", { hasText: /^Claimed$/ }).waitFor();

    const asBackEnd = { "x-api-key": key, "x-business-id": businessId };
    const prizes = await sendJson(
      "GET",
      `${console.testMesh.url}/v1/public/prizes?code=${encodeURIComponent(code)}`,
      undefined,
      asBackEnd,
    );
    expect(prizes.body["items"]).toMatchObject([{ code, status: "claimed" }]);
  });
});
