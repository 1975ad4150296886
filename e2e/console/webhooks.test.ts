// Webhooks in the application: an endpoint with its limits, its test event, its secret, and what was sent again.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, takePicture } from "../support/console-browser.js";
import { startWebhookReceiver } from "../support/webhook-receiver.js";
import { useConsoleBrowser } from "../support/use-console-browser.js";

describeInBrowser("webhooks in the application", () => {
  const console = useConsoleBrowser();
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  const openEndpoint = async (role = "operator") => {
    const opened = await console.open(await console.signIn(role), "/webhooks");
    await opened.page.getByRole("link", { name: receiver.url }).click();
    await opened.page.getByRole("heading", { level: 1, name: receiver.url }).waitFor();
    return opened;
  };

  test("a person adds an endpoint with limits and sees its secret once", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/webhooks");
    await page.getByRole("button", { name: "Add endpoint" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByLabel("Requests per second").fill("5");
    await dialog.getByLabel("Attempts per delivery").fill("3");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "webhooks-new-endpoint");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    const secret = page.locator("[data-secret]");
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("3 attempts and 5 per second").waitFor();
    expect(problems).toEqual([]);
  });

  test("a test event is delivered, and sending it again makes a second delivery of the same event", async () => {
    const { page } = await openEndpoint();
    await page.getByRole("button", { name: "Send a test event" }).click();
    const [first] = await expect
      .poll(() => receiver.requests)
      .toHaveLength(1)
      .then(() => receiver.requests);
    // The list is not read again by itself.
    const readStatus = async () => {
      const path = `/v1/public/webhooks/deliveries/${first?.headers["webhook-trace-id"] ?? ""}`;
      return (await console.testMesh.callRest(console.business, "GET", path)).body["status"];
    };
    await expect.poll(readStatus).toBe("delivered");
    await page.reload();
    await page.locator("td .badge.good", { hasText: "Delivered" }).waitFor();
    await page.getByRole("link", { name: first?.headers["webhook-trace-id"] ?? "" }).click();
    await page.getByRole("heading", { level: 1, name: "webhook.ping" }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => receiver.requests).toHaveLength(2);
    const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    await page.getByText("sending again").waitFor();
  });
});
