// A key from its creation in the page to its use and its revocation, with the keyboard only.
import { expect, test } from "vitest";
import { createSender } from "../support/people/agents-of-people.js";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, tabTo, waitUntilRead } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("keys in the application", () => {
  const console = useConsoleBrowser();

  const listStocks = async (key: string) => {
    const headers = { "x-api-key": key, "x-business-id": console.business.businessId };
    return (await fetch(`${console.testMesh.url}/v1/public/supply/stocks`, { headers })).status;
  };

  test("a person generates a key with the keyboard, uses it, revokes it, and it is refused", async () => {
    const { page, problems } = await console.open(await console.signIn(), "/settings/keys");
    await tabTo(page, "Generate new key");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Shop back end");
    await page.keyboard.press("Enter");
    const secret = page.locator("[data-secret]");
    await secret.waitFor();
    const key = (await secret.textContent()) ?? "";
    expect(key).toMatch(/^svc_live_/);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    // Escape must not close the dialog, however often: the key would be lost.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Escape");
    expect(await secret.isVisible()).toBe(true);
    expect(await listStocks(key)).toBe(200);

    await tabTo(page, "I have made a copy");
    await page.keyboard.press("Enter");
    await secret.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(key);

    await tabTo(page, "Shop back end");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Shop back end" }).waitFor();
    await tabTo(page, "Revoke");
    await page.keyboard.press("Enter");
    await tabTo(page, "Revoke the key");
    await page.keyboard.press("Enter");
    await page.locator(".badge.bad").waitFor();
    await expect.poll(() => listStocks(key)).toBe(401);
    expect(problems).toEqual([]);
  });

  test("a person whose last proof is old confirms before the key is made, and the browser notes no error", async () => {
    const { page, person, problems } = await console.openAs("owner", "/profile");
    await console.addPasskey(page, person);
    await console.forgetProof(person);
    // As for a person who comes back later: this page knows that the proof counts no more.
    await page.goto(console.toUrl(console.business, "/settings/keys"));
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await page.getByRole("button", { name: "Generate new key" }).first().click();
    await page.getByLabel("Name").fill("Warehouse");
    await page.getByRole("button", { name: "Generate key" }).click();
    await console.confirmWithPasskey(page);
    await page.locator("[data-secret]").waitFor();
    expect([refused, problems]).toEqual([[], []]);
  });

  test("a person who does not confirm makes no key", async () => {
    const { page, person } = await console.openAs("owner", "/profile");
    await console.addPasskey(page, person);
    await console.forgetProof(person);
    await page.goto(console.toUrl(console.business, "/settings/keys"));
    await page.getByRole("button", { name: "Generate new key" }).first().click();
    await page.getByLabel("Name").fill("Never made");
    await page.getByRole("button", { name: "Generate key" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
    await confirm.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("This needs your passkey").first().waitFor();
    const { body } = await person.call("GET", `/v1/console/businesses/${console.business.businessId}/keys`);
    expect(JSON.stringify(body)).not.toContain("Never made");
  });

  test("a refusal of the server is shown at its field", async () => {
    const { page } = await console.open(await console.signIn(), "/settings/keys");
    await page.getByRole("button", { name: "Generate new key" }).first().click();
    await page.getByLabel("Name").fill("Office");
    await page.getByLabel("Allowed addresses").fill("300.1.1.1");
    await page.getByRole("button", { name: "Generate key" }).click();
    const field = page.getByLabel("Allowed addresses");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(".field-error").textContent()).toBe(
      "Write an IP address, such as 203.0.113.7, or a network, such as 10.0.0.0/8.",
    );
  });

  test("a viewer sees no keys and no way to make one", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "");
    expect(await page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await page.goto(`${console.appUrl}/b/${console.business.businessId}/settings/keys`);
    await page.getByText("Your role does not include this page").waitFor();
    expect(await page.getByRole("button", { name: "Generate new key" }).count()).toBe(0);
  });

  test("an expired session leads to the sign-in page and back", async () => {
    const { page } = await console.open(await console.signIn(), "/settings/keys");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto(`${console.appUrl}/b/${console.business.businessId}/settings/keys?x=1`);
    await page.waitForURL(/\/sign-in\?return=/);
    expect(new URL(page.url()).searchParams.get("return")).toContain("/settings/keys");
  });

  test("when the session is ended elsewhere, the open application leads to the sign-in page at its next call", async () => {
    const session = await console.signIn();
    const { page } = await console.open(session, "/settings/keys");
    // Until no call is under way, and the one that the application makes by itself is answered: otherwise it can leave before the click.
    await waitUntilRead(page);
    await page.route("**/approval-counts", (route) => route.fulfill({ json: { pending: 0 } }));
    const send = createSender(console.testMesh, `session=${session}`);
    expect((await send("POST", "/v1/console/sign-out")).status).toBe(204);
    // The gateway remembers a session for a second.
    await expect.poll(async () => (await send("GET", "/v1/console/session")).status).toBe(401);
    const visits: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) visits.push(new URL(request.url()).pathname);
    });
    await page.getByRole("link", { name: "Members" }).click();
    await page.waitForURL(/\/sign-in\?return=/);
    expect(new URL(page.url()).searchParams.get("return")).toContain("/settings/members");
    // The page makes several calls at once, and each is refused.
    expect(visits).toEqual(["/sign-in"]);
  });

  test("the page of another business says that the person is not a member of it", async () => {
    const other = await console.testMesh.createBusiness();
    const { page } = await console.open(await console.signIn(), "");
    await page.goto(`${console.appUrl}/b/${other.businessId}/settings/keys`);
    await page.getByText("You do not belong to this business").waitFor();
    expect(await page.content()).not.toContain(other.keyId);
  });
});
