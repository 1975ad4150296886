// The profile: name and language, names of passkeys, and the agents that the person has connected.
import { expect, test } from "vitest";
import { answerConsent, createSender, registerClient } from "../support/people/agents-of-people.js";
import { describeInBrowser } from "../support/browser/console-browser.js";
import { addAuthenticator } from "../support/people/people.js";
import { sendJson } from "../support/mesh/test-mesh.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("the profile in the application", () => {
  const console = useConsoleBrowser();

  test("a person changes name and language; the application and the pages for signing in follow, on every device", async () => {
    const session = await console.signIn();
    const { page, problems } = await console.open(session, "/profile");
    await page.getByLabel("Name", { exact: true }).fill("Luz Marín");
    await page.getByRole("main").getByLabel("Language").selectOption("pt");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Perfil" }).waitFor();
    await page.getByText("Chaves de acesso", { exact: true }).waitFor();
    await page.goto(`${console.appUrl}/sign-in`);
    await page.getByRole("heading", { name: "Entrar" }).waitFor();
    await page.getByText("Luz Marín").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("pt");
    // A browser that the person has never used, in another language.
    const other = await console.open(session, "/settings/members", { language: "es" });
    await other.page.getByRole("heading", { level: 1, name: "Membros" }).waitFor();
    await other.page.getByRole("cell", { name: "Luz Marín" }).waitFor();
    expect(await other.page.locator("html").getAttribute("lang")).toBe("pt");
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test("the language of the menu is stored in the profile, and the profile can follow the browser again", async () => {
    const session = await console.signIn();
    const { page } = await console.open(session, "/settings/members");
    await page.getByLabel("Language").selectOption("es");
    await page.getByRole("heading", { level: 1, name: "Miembros" }).waitFor();
    const send = createSender(console.testMesh, `session=${session}`);
    const readLanguage = async () =>
      ((await (await send("GET", "/v1/console/session")).json()) as { person: { language: string | null } }).person
        .language;
    await expect.poll(readLanguage).toBe("es");
    await page.goto(`${console.appUrl}/profile`);
    await page.getByRole("main").getByLabel("Idioma").selectOption("");
    await page.getByRole("button", { name: "Guardar" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    expect(await readLanguage()).toBeNull();
  });

  test("a person renames a passkey, and an empty name is refused at its field", async () => {
    const { page } = await console.open(await console.signIn(), "/profile");
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("button", { name: /^Rename/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => dialog.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Name", { exact: true }).fill("Phone of Luz");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("cell", { name: "Phone of Luz", exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test("a person sees the agents that they have connected, in all businesses, and revokes one", async () => {
    const session = await console.signIn();
    const { url } = console.testMesh;
    const client = await registerClient(url);
    const person = { cookie: "", send: createSender(console.testMesh, `session=${session}`) };
    const answer = await answerConsent(person, client.authorizeUrl(), { place: "sandbox" });
    const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
    const call = { name: "supply_list_stocks", arguments: {} };
    const headers = { authorization: `Bearer ${body["access_token"]}` };
    expect((await sendJson("POST", `${url}/mcp`, call, headers)).status).toBe(200);

    const { page, problems } = await console.open(session, "/profile");
    const row = page.getByRole("row").filter({ hasText: "Test agent" });
    await row.getByText("Sandbox").waitFor();
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("The connection is revoked").first().waitFor();
    // It stays in the list, with the reason.
    await row.getByText("Revoked", { exact: true }).waitFor();
    await expect.poll(async () => (await sendJson("POST", `${url}/mcp`, call, headers)).status).toBe(401);
    expect(problems).toEqual([]);
  });
});
