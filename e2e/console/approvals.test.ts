// People decide in the application what agents may do: from the address that the agent shows to its user to the answer that the agent gets.
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import {
  checkThemesAndWidths,
  describeInBrowser,
  takePicture,
  waitUntilRead,
} from "../support/browser/console-browser.js";
import { type ConsoleBrowser, useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { type Business, createCenterStock, type TestMesh } from "../support/mesh/test-mesh.js";
import { createRule } from "../support/people/approval-rules.js";
import { addAuthenticator, joinBusiness, type Person } from "../support/people/people.js";

const oneTool = (name: string, tool: string, changes: object = {}) => createRule({ name, tools: [tool], ...changes });

const rules = [
  oneTool("Large withdrawals", "supply_approve_withdrawal", { atLeast: 50, needs: "one_with_proof" }),
  oneTool("Withdrawals", "supply_approve_withdrawal"),
  oneTool("Counts", "supply_approve_count_stock"),
];

type Stock = Awaited<ReturnType<typeof createCenterStock>>;

const getPolicyPath = ({ businessId }: Business) => `/v1/console/businesses/${businessId}/approval-policy`;

async function setRules(owner: Person, business: Business, given: object[]): Promise<void> {
  const { body } = await owner.call("GET", getPolicyPath(business));
  const set = await owner.call("PUT", getPolicyPath(business), { version: body.version, rules: given });
  expect(set).toMatchObject({ status: 200 });
}

/** What a propose tool has answered, and how the agent calls the tool that writes. */
interface Proposed {
  id: string;
  url: string;
  write: () => ReturnType<TestMesh["callTool"]>;
}

/** Proposes until the gateway knows of the rules. */
async function propose({ testMesh, business }: ConsoleBrowser, tool: string, args: object): Promise<Proposed> {
  const [preview, writer] = [`supply_propose_${tool}`, `supply_approve_${tool}`];
  let found: Record<string, unknown> = {};
  await expect
    .poll(async () => (found = await testMesh.callToolOrThrow(business, preview, args))["approval"])
    .toBeDefined();
  const { id, url } = found["approval"] as { id: string; url: string };
  const given = { ...args, proposal_token: found["proposal_token"] };
  return { id, url, write: () => testMesh.callTool(business, writer, given) };
}

/** A business with rules, and its agent. */
function useApproving() {
  const console = useConsoleBrowser();
  const stock = {} as Stock;
  beforeAll(async () => {
    const { testMesh, business } = console;
    Object.assign(stock, await createCenterStock(testMesh, business, 300));
    await setRules(await joinBusiness(testMesh, business.businessId, { role: "owner" }), business, rules);
  });
  const withdraw = (quantity: number, worker = "w-7") =>
    propose(console, "withdrawal", {
      ...stock.ids,
      ...{ worker_id: worker, email: "worker@example.com", quantity },
    });
  const count = (counted: number, note: string) =>
    propose(console, "count_stock", { center_stock_id: stock.centerStockId, counted, note });
  const toPath = ({ url }: Proposed) => new URL(url).pathname.replace(`/b/${console.business.businessId}`, "");
  return { console, stock, withdraw, count, toPath };
}

describeInBrowser("approvals in the application", () => {
  const { console, stock, withdraw, count, toPath } = useApproving();

  test("a person opens the address that the agent has shown, approves, and the agent gets the answer of one write", async () => {
    const asked = await withdraw(2);
    expect((await asked.write()).body["status"]).toBe("approval_pending");
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    expect(page.url()).toBe(asked.url);
    await page.getByRole("heading", { level: 1, name: "Withdrawal: Gloves · North" }).waitFor();
    const change = page.getByRole("row", { name: "Stock 300 298" });
    await change.waitFor();
    await waitUntilRead(page);
    await checkThemesAndWidths(page, "approval");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("It was done.").waitFor();
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    const [first, again] = [await asked.write(), await asked.write()];
    expect(first).toMatchObject({ status: 200, body: { status: "created" } });
    expect(again.body["_id"]).toBe(first.body["_id"]);
    expect(problems).toEqual([]);
  });

  test("an agent whose request is rejected gets the reason, and what the person would approve", async () => {
    const asked = await withdraw(40);
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    await page.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Too many for one worker");
    await dialog.getByText("Suggest something else").click();
    await dialog.getByLabel("Quantity").fill("10");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "approval-reject");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("It was rejected. Nothing was changed.").waitFor();
    await page.getByText("Too many for one worker").waitFor();
    await page.getByRole("row", { name: "Quantity 40 10" }).waitFor();
    const { status, body } = await asked.write();
    expect([status, body["error"]]).toEqual([409, "approval_rejected"]);
    expect(JSON.stringify(body)).toContain("Too many for one worker");
    expect(String(body["detail"])).toContain('"quantity":10');
    expect(problems).toEqual([]);
  });

  test("a large withdrawal is approved with a passkey over what is shown", async () => {
    const asked = await withdraw(60);
    const { page, person } = await console.openAs("owner", "/profile");
    await console.addPasskey(page, person);
    await console.goTo(page, toPath(asked));
    await page.getByRole("button", { name: "Approve with passkey" }).click();
    await page.getByText("It was done.").waitFor();
    await page.getByText("with a passkey", { exact: false }).first().waitFor();
    expect(await asked.write()).toMatchObject({ status: 200, body: { status: "created" } });
  });

  test("a person without a passkey is told that nothing was decided", async () => {
    const asked = await withdraw(55);
    const { page } = await console.open(await console.signIn("approver"), toPath(asked));
    // An authenticator that has no passkey of this person.
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Approve with passkey" }).click();
    await page.getByText("The passkey was not confirmed", { exact: false }).waitFor();
    expect((await asked.write()).body["status"]).toBe("approval_pending");
  });

  test("what was approved after a change of the stock is shown anew, with what has changed, and is decided again", async () => {
    const asked = await count(7, "after\u202E the inventory");
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.getByText("What the agent sent").click();
    expect(await page.locator(".hidden-character").first().innerText()).toBe("U+202E");
    const received = { center_stock_id: stock.centerStockId, quantity: 3, note: "" };
    const { testMesh, business } = console;
    const { proposal_token: token } = await testMesh.callToolOrThrow(
      business,
      "supply_propose_receive_stock",
      received,
    );
    await testMesh.callToolOrThrow(business, "supply_approve_receive_stock", { ...received, proposal_token: token });
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("This has changed meanwhile").waitFor();
    await page.getByRole("heading", { name: "What has changed since it was shown before" }).waitFor();
    await takePicture(page, "approval-changed");
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "I have seen what has changed" }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("It was done.").waitFor();
    expect((await asked.write()).status).toBe(200);
    expect(problems).toEqual([]);
  });

  test("a decision about a preview or rules that are not those of now is not made, and the page shows those of now", async () => {
    const asked = await withdraw(1, "w-8");
    const { page } = await console.open(await console.signIn("approver"), toPath(asked));
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    const owner = await joinBusiness(console.testMesh, console.business.businessId, { role: "owner" });
    await setRules(owner, console.business, rules);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Nothing was decided, because the preview or the rules changed").waitFor();
    await page.getByText("The rules have changed.").waitFor();
    expect((await asked.write()).body["status"]).toBe("approval_pending");
    await page.getByRole("button", { name: "I have seen what has changed" }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("It was done.").waitFor();
  });

  test("a viewer sees what an agent wants, and no buttons", async () => {
    const asked = await withdraw(3);
    const { page, problems } = await console.open(await console.signIn("viewer"), toPath(asked));
    await page.getByRole("heading", { level: 1, name: "Withdrawal: Gloves · North" }).waitFor();
    for (const name of ["Approve", "Reject"]) expect(await page.getByRole("button", { name }).count()).toBe(0);
    await page.getByRole("link", { name: "Approvals" }).click();
    await page.getByRole("link", { name: "Withdrawal: Gloves · North" }).first().waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describeInBrowser("the list of approvals in the application", () => {
  const { console, withdraw, toPath } = useApproving();

  test("several are approved at once, the menu counts what waits, and what was decided meanwhile is named", async () => {
    const asked = [await withdraw(1, "w-1"), await withdraw(2, "w-2"), await withdraw(3, "w-3"), await withdraw(70)];
    const { page, problems } = await console.open(await console.signIn("approver"), "/approvals");
    const waiting = page.getByRole("link", { name: "Approvals" }).locator(".pending-count");
    await expect.poll(() => waiting.innerText()).toContain("4");
    await waitUntilRead(page);
    await checkThemesAndWidths(page, "approvals");
    // That with a passkey has no box.
    expect(await page.getByRole("checkbox", { name: "Choose: Withdrawal" }).count()).toBe(3);
    await page.getByRole("checkbox", { name: "Choose all that need no passkey" }).check();
    await page.getByRole("button", { name: "Approve 3 requests" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Withdrawal: Gloves · North").nth(2).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "approvals-many");
    const other = await joinBusiness(console.testMesh, console.business.businessId, { role: "approver" });
    const path = `/v1/console/businesses/${console.business.businessId}/approvals/${asked[1]?.id}`;
    const { revision, policyVersion } = (await other.call("GET", path)).body;
    const rejected = await other.call("POST", `${path}/decision`, { decision: "reject", revision, policyVersion });
    expect(rejected.status).toBe(200);
    problems.length = 0;
    await dialog.getByRole("button", { name: "Approve" }).click();
    await dialog.getByText("1 request was not approved.").waitFor();
    expect(await dialog.getByText("This was decided before", { exact: false }).count()).toBe(1);
    await takePicture(page, "approvals-many-done");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    for (const index of [0, 2])
      await expect.poll(async () => (await asked[index]?.write())?.body["status"]).toBe("created");
    await expect.poll(() => waiting.innerText()).toContain("1");
    await page.getByLabel("State").selectOption("rejected");
    await page.getByRole("row", { name: "Rejected" }).getByRole("link", { name: "Withdrawal: Gloves · North" }).click();
    await page.waitForURL(`**${toPath(asked[1] as Proposed)}`);
  });
});

describeInBrowser("mails about approvals in the application", () => {
  const console = useConsoleBrowser();

  test("whoever decides chooses quiet hours, or no mails at all, in a dialog of the list", async () => {
    const { page, problems, person } = await console.openAs("approver", "/approvals");
    const dialog = page.getByRole("dialog", { name: "E-mails about requests" });
    const tellMe = dialog.getByLabel("Tell me when requests wait for me");
    const open = () => page.getByRole("button", { name: "E-mails" }).click();
    const save = async () => {
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await open();
    expect(await tellMe.isChecked()).toBe(true);
    await dialog.getByLabel("Not in these hours").check();
    await dialog.getByLabel("From").selectOption("21:00");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await checkThemesAndWidths(page, "approval-mails");
    await save();
    const read = async () => {
      const path = `/v1/console/businesses/${console.business.businessId}/approval-notices`;
      const { byEmail, quietHours } = (await person.call("GET", path)).body;
      return { byEmail, quietHours };
    };
    expect(await read()).toEqual({ byEmail: true, quietHours: { from: 21, to: 7 } });
    await open();
    await expect.poll(() => dialog.getByLabel("From").inputValue()).toBe("21");
    await dialog.getByLabel("Not in these hours").uncheck();
    await tellMe.uncheck();
    await save();
    expect(await read()).toEqual({ byEmail: false, quietHours: null });
    expect(problems).toEqual([]);
  });

  test("who does not decide is offered none", async () => {
    const { page } = await console.open(await console.signIn("operator"), "/approvals");
    await waitUntilRead(page);
    expect(await page.getByRole("button", { name: "E-mails" }).count()).toBe(0);
  });
});

describeInBrowser("rules of approvals in the application", () => {
  const console = useConsoleBrowser();

  test("an admin adds a rule, moves it, changes it and takes it away; each rule is a sentence", async () => {
    const { page, problems } = await console.open(await console.signIn("admin"), "/settings/approval-rules");
    await page.getByText("Agents do everything they may without asking").waitFor();
    await checkThemesAndWidths(page, "approval-rules-empty");
    await page.getByRole("button", { name: "Add a rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Large withdrawals");
    await dialog.getByText("Single actions").click();
    await dialog.getByLabel("Withdrawal", { exact: true }).check();
    await dialog.getByLabel("From a number on").check();
    await dialog.getByLabel("Number", { exact: true }).fill("100");
    await dialog.getByLabel("One person with a passkey").check();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "approval-rule-form");
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await page
      .getByText("Withdrawal of 100 units or more, by any agent: one person with a passkey, lapses after 24 hours")
      .waitFor();

    await page.getByRole("button", { name: "Add a rule" }).click();
    await dialog.getByLabel("Name").fill("Courses");
    await dialog.getByLabel("Everything in courses").check();
    await dialog.getByLabel("Two persons").check();
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("Everything in courses, by any agent: two persons, lapses after 24 hours").waitFor();
    await page.getByRole("button", { name: "Move up: Courses" }).click();
    const first = page.locator(".rule-list li").first();
    await expect.poll(() => first.innerText()).toContain("1. Courses");
    await waitUntilRead(page);
    await checkThemesAndWidths(page, "approval-rules");

    await page.getByRole("button", { name: "Change: Courses" }).click();
    await dialog.getByLabel("Lapses after").fill("2");
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("lapses after 2 hours").waitFor();
    await page.getByRole("button", { name: "Change: Large withdrawals" }).click();
    await dialog.getByLabel("Beyond a daily allowance").check();
    await takePicture(page, "approval-rule-allowance");
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("Withdrawal beyond 100 units a day").waitFor();
    await page.getByText("Used today: 0").waitFor();
    await page.getByRole("button", { name: "Remove: Courses" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => first.innerText()).toContain("1. Large withdrawals");
    expect(problems).toEqual([]);
  });

  test("rules that somebody has changed meanwhile are shown, and saving again adds to them", async () => {
    const business = await console.testMesh.createBusiness({ toolsets: ["all"] });
    const { page, person } = await console.openAs("owner", "/settings/approval-rules", { business });
    await page.getByRole("button", { name: "Add a rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Courses");
    await dialog.getByLabel("Everything in courses").check();
    await setRules(person, business, [oneTool("Counts", "supply_approve_count_stock")]);
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await dialog.getByText("The rules have changed meanwhile.").waitFor();
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".rule-list li").count()).toBe(2);
    const { body } = await person.call("GET", getPolicyPath(business));
    expect(body.rules.map(({ name }: { name: string }) => name)).toEqual(["Counts", "Courses"]);
  });

  test("an approver sees no rules", async () => {
    const { page } = await console.open(await console.signIn("approver"), "");
    await page.goto(console.toUrl(console.business, "/settings/approval-rules"));
    await page.getByText("Your role does not include this page").waitFor();
    expect(await page.getByRole("link", { name: "Approval rules" }).count()).toBe(0);
  });
});
