// Settings → Sign-in: an identity provider from the empty page to a person who signs in with it, and its end.
import { eventually, type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { findAccessibilityProblems, withPage } from "@tenant-ops/kit/testing/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, takePicture } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("the sign-in settings in the application", () => {
  const console = useConsoleBrowser();
  let provider: StandInProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider();
  });
  afterAll(() => provider.close());

  const settingsPath = "/settings/sign-in";

  /** A page of an owner with a passkey whose last proof is too old for a change. */
  async function openAsOwner() {
    const opened = await console.openAs("owner", "/profile");
    await console.addPasskey(opened.page, opened.person);
    await console.forgetProof(opened.person);
    // As for a person who comes back later.
    await opened.page.goto(console.toUrl(console.business, settingsPath));
    await opened.page.getByLabel("Address of the provider").waitFor();
    return opened;
  }

  test("an owner sets it after confirming with the passkey, a person signs in with it, and the owner removes it", async () => {
    const { page, person, problems } = await openAsOwner();
    await page.getByText(`${console.appUrl}/sign-in/b/${console.business.businessId}/callback`).waitFor();
    await page.getByLabel("Address of the provider").fill(provider.issuer);
    await page.getByRole("button", { name: "Test the address" }).click();
    await page.getByText(`People will sign in at ${new URL(provider.issuer).host}.`).waitFor();
    await page.getByLabel("Client id").fill(provider.clientId);
    await page.getByLabel("Client secret").fill(provider.clientSecret);
    await page.getByLabel("E-mail domains").fill("acme.example.com\nacme.example.org");
    await page.getByLabel("Role of new members").selectOption("operator");
    await takePicture(page, "sign-in-filled");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await console.confirmWithPasskey(page);
    await page.getByText("Leave it empty to keep the stored one.").waitFor();
    expect(await page.getByLabel("Client secret").inputValue()).toBe("");
    expect(await page.content()).not.toContain(provider.clientSecret);
    expect(await findAccessibilityProblems(page)).toEqual([]);

    provider.account = { sub: "1", email: "luz@acme.example.org", email_verified: true, name: "Luz" };
    await withPage({ locale: "en" }, async (visitor) => {
      await visitor.goto(`${console.appUrl}/sign-in/b/${console.business.businessId}`);
      await visitor.getByRole("button", { name: "Continue" }).click();
      await visitor.waitForURL(`${console.appUrl}/b/${console.business.businessId}`);
      await visitor.getByText("luz@acme.example.org").first().waitFor();
    });

    await console.forgetProof(person);
    await page.reload();
    await page.getByRole("button", { name: "Remove provider" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove provider" }).click();
    await console.confirmWithPasskey(page);
    await page.getByText("The identity provider is removed").first().waitFor();
    // The form is filled again when the settings have been read again.
    await eventually(async () => expect(await page.getByLabel("Address of the provider").inputValue()).toBe(""));
    const gone = await fetch(`${console.appUrl}/sign-in/b/${console.business.businessId}`);
    expect(gone.status).toBe(404);
    expect(problems).toEqual([]);
  });

  test("an error is shown at its field, and nothing is stored", async () => {
    const { page } = await openAsOwner();
    await page.getByLabel("Address of the provider").fill("http://10.0.0.1");
    await page.getByRole("button", { name: "Test the address" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.getByLabel("Address of the provider").fill(provider.issuer);
    await page.getByLabel("Client id").fill(provider.clientId);
    await page.getByLabel("E-mail domains").fill("not a domain");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await console.confirmWithPasskey(page);
    await expect.poll(() => page.getByLabel("E-mail domains").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("E-mail domains").fill("acme.example.com");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Client secret").getAttribute("aria-invalid")).toBe("true");
    await page.goto(console.toUrl(console.business, settingsPath));
    await page.getByLabel("Address of the provider").waitFor();
    expect(await page.getByRole("button", { name: "Remove provider" }).count()).toBe(0);
  });

  test("a person who may not administer members sees neither the page nor its entry in the menu", async () => {
    const { page } = await console.open(await console.signIn("approver"), "");
    expect(await page.getByRole("link", { name: "Sign-in", exact: true }).count()).toBe(0);
    await page.goto(console.toUrl(console.business, settingsPath));
    await page.getByText("Your role does not include this page").waitFor();
  });
});
