// An endpoint of webhooks in the application: its creation and test event, its limits, its secret, and what was sent again.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, takePicture } from "../support/browser/console-browser.js";
import { startWebhookReceiver } from "../support/calls/webhook-receiver.js";
import { type ConsoleBrowser, useConsoleBrowser } from "../support/browser/use-console-browser.js";

/** A receiver of webhooks, and how its endpoint is opened in the application, for the tests of a `describe`. */
function useReceiver(console: ConsoleBrowser) {
  const used = {} as { receiver: Awaited<ReturnType<typeof startWebhookReceiver>> };
  beforeAll(async () => {
    used.receiver = await startWebhookReceiver();
  });
  afterAll(() => used.receiver.close());
  const openEndpoint = async (role = "operator") => {
    const opened = await console.open(await console.signIn(role), "/webhooks");
    await opened.page.getByRole("link", { name: used.receiver.url }).click();
    await opened.page.getByRole("heading", { level: 1, name: used.receiver.url }).waitFor();
    return opened;
  };
  return { used, openEndpoint };
}

describeInBrowser("webhooks in the application", () => {
  const console = useConsoleBrowser();
  const { used, openEndpoint } = useReceiver(console);
  beforeAll(async () => {
    const endpoint = { url: used.receiver.url, maxAttempts: 3, ratePerSecond: 5 };
    const headers = { "idempotency-key": crypto.randomUUID() };
    await console.testMesh.callRestOrThrow(
      console.business,
      "POST",
      "/v1/public/webhooks/endpoints",
      endpoint,
      headers,
    );
  });

  test("a limit outside of its bounds is refused at its field, and an empty field removes the limit", async () => {
    const { page } = await openEndpoint();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByLabel("Requests per second").fill("1000");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => dialog.getByLabel("Requests per second").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Requests per second").fill("");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("3 attempts", { exact: true }).waitFor();
  });

  test("a new secret signs beside the old one", async () => {
    const { page } = await openEndpoint();
    await page.getByRole("button", { name: "Replace secret" }).click();
    await page.getByRole("button", { name: "Make the new secret" }).click();
    await page.locator("[data-secret]").waitFor();
    await page.getByRole("button", { name: "I have made a copy" }).click();
    await page.getByText("signs until", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect.poll(() => used.receiver.requests).toHaveLength(1);
    expect(used.receiver.requests.at(-1)?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  test("what was sent again is listed, and a disabled endpoint waits until it is enabled", async () => {
    const { page, problems } = await openEndpoint();
    await page.getByRole("button", { name: "Send failed ones again" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.locator(".badge", { hasText: "Disabled" }).waitFor();
    await page.getByRole("button", { name: "Enable", exact: true }).click();
    await page.getByRole("button", { name: "Disable", exact: true }).waitFor();
    await page.goto(`${console.appUrl}/b/${console.business.businessId}/webhooks/recoveries`);
    await page.locator("td .badge.good", { hasText: "Done" }).waitFor();
    await takePicture(page, "webhooks-recoveries");
    expect(problems).toEqual([]);
  });

  test("a viewer sees the endpoint and is offered no action", async () => {
    const { page } = await openEndpoint("viewer");
    for (const name of ["Send a test event", "Change", "Replace secret", "Delete"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  });
});

describeInBrowser("a new endpoint in the application", () => {
  const console = useConsoleBrowser();
  const { used, openEndpoint } = useReceiver(console);

  test("a person adds an endpoint with limits and sees its secret once", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/webhooks");
    await page.getByRole("button", { name: "Add endpoint" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(used.receiver.url);
    await dialog.getByLabel("Requests per second").fill("5");
    await dialog.getByLabel("Attempts per delivery").fill("3");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "webhooks-new-endpoint");
    await dialog.getByRole("button", { name: "Add" }).click();
    const secret = page.locator("[data-secret]");
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I have made a copy" }).click();
    await page.getByRole("link", { name: used.receiver.url }).click();
    await page.getByText("3 attempts and 5 per second").waitFor();
    expect(problems).toEqual([]);
  });

  test("a test event is delivered, and sending it again makes a second delivery of the same event", async () => {
    const { page } = await openEndpoint();
    await page.getByRole("button", { name: "Send a test event" }).click();
    const [first] = await expect
      .poll(() => used.receiver.requests)
      .toHaveLength(1)
      .then(() => used.receiver.requests);
    // The list is not read again by itself.
    const readStatus = async () => {
      const path = `/v1/public/webhooks/deliveries/${first?.headers["webhook-trace-id"] ?? ""}`;
      return (await console.testMesh.callRest(console.business, "GET", path)).body["status"];
    };
    await expect.poll(readStatus).toBe("delivered");
    await page.reload();
    await page.locator("td .badge.good", { hasText: "Delivered" }).waitFor();
    await page.getByRole("table").getByRole("link", { name: "webhook.ping" }).click();
    await page.getByRole("heading", { level: 1, name: "webhook.ping" }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => used.receiver.requests).toHaveLength(2);
    const ids = used.receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    await page.getByText("sending again").waitFor();
  });
});
