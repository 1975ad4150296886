// People decide in the application what agents may do: from the address that the agent shows to its user to the answer that the agent gets.
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import {
  checkThemesAndWidths,
  describeInBrowser,
  takePicture,
  waitUntilRead,
} from "../support/browser/console-browser.js";
import { type ConsoleBrowser, useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { type Business, createCenterStock, readCurrentStock, type TestMesh } from "../support/mesh/test-mesh.js";
import { createRule } from "../support/people/approval-rules.js";
import { copyApproval, decide, openStore } from "../support/people/approvals.js";
import { addAuthenticator, joinBusiness, type Person } from "../support/people/people.js";

const oneTool = (name: string, tool: string, changes: object = {}) => createRule({ name, tools: [tool], ...changes });

const rules = [
  oneTool("Large withdrawals", "supply_approve_withdrawal", { atLeast: 50, needs: "one_with_proof" }),
  oneTool("Withdrawals", "supply_approve_withdrawal"),
  oneTool("Counts", "supply_approve_count_stock"),
  oneTool("Receipts", "supply_approve_receive_stock", { needs: "two" }),
  oneTool("Enrollments", "learning_approve_enrollments"),
  oneTool("Pages", "flows_approve_create_flow"),
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
async function propose(
  { testMesh, business }: ConsoleBrowser,
  tool: string,
  args: object,
  area = "supply",
): Promise<Proposed> {
  const [preview, writer] = [`${area}_propose_${tool}`, `${area}_approve_${tool}`];
  let found: Record<string, unknown> = {};
  await expect
    .poll(async () => (found = await testMesh.callToolOrThrow(business, preview, args))["approval"])
    .toBeDefined();
  const { id, url } = found["approval"] as { id: string; url: string };
  const given = { ...args, proposal_token: found["proposal_token"] };
  return { id, url, write: () => testMesh.callTool(business, writer, given) };
}

/** Another person approves it, and it is done. */
async function approveBy({ testMesh, business }: ConsoleBrowser, { id, write }: Proposed): Promise<void> {
  const other = await joinBusiness(testMesh, business.businessId, { role: "approver" });
  const path = `/v1/console/businesses/${business.businessId}`;
  expect(await decide(other, path, id, { decision: "approve" })).toMatchObject({ status: 200 });
  await expect.poll(async () => (await write()).body["status"]).toBe("created");
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
  const receive = (quantity: number) =>
    propose(console, "receive_stock", { center_stock_id: stock.centerStockId, quantity, note: "" });
  const toPath = ({ url }: Proposed) => new URL(url).pathname.replace(`/b/${console.business.businessId}`, "");
  return { console, withdraw, count, receive, toPath };
}

describeInBrowser("approvals in the application", () => {
  const { console, withdraw, count, receive, toPath } = useApproving();

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
    await checkThemesAndWidths(page, "approval-executed");
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
    await checkThemesAndWidths(page, "approval-rejected");
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
    await approveBy(console, await withdraw(3, "w-5"));
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

  test("two persons: the first one is told that another has to approve, the second one sees who has, and then it is done", async () => {
    const asked = await receive(5);
    const first = await console.open(await console.signIn("approver"), toPath(asked));
    const approve = ({ page }: typeof first) => page.getByRole("button", { name: "Approve", exact: true });
    await approve(first).click();
    await first.page.getByText("You have approved. Another person has to approve too.").waitFor();
    expect(await approve(first).count()).toBe(0);
    await waitUntilRead(first.page);
    await checkThemesAndWidths(first.page, "approval-two");
    await console.goTo(first.page, "/approvals");
    await first.page.getByText("one has approved").waitFor();
    await takePicture(first.page, "approvals-two");
    expect(await first.page.getByRole("checkbox", { name: "Receipt" }).count()).toBe(0);
    const second = await console.open(await console.signIn("approver"), toPath(asked));
    await second.page.getByText("Ana approver approved").waitFor();
    await approve(second).click();
    await second.page.getByText("It was done.").waitFor();
    expect([...first.problems, ...second.problems]).toEqual([]);
  });

  test("a person whose role is taken away while the page is open decides nothing, and is told so in words", async () => {
    const asked = await withdraw(1, "w-9");
    const { page, person } = await console.openAs("approver", toPath(asked));
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await approve.waitFor();
    const { testMesh, business } = console;
    const owner = await joinBusiness(testMesh, business.businessId, { role: "owner" });
    const { body } = await person.call("GET", "/v1/console/session");
    const members = `/v1/console/businesses/${business.businessId}/members`;
    const list = (await owner.call("GET", `${members}?limit=500`)).body.items as { _id: string; personId: string }[];
    const member = `${members}/${list.find(({ personId }) => personId === body.person._id)?._id}`;
    expect((await owner.call("PATCH", member, { role: "viewer" })).status).toBe(200);
    await approve.click();
    await page.getByText("Your role in this business does not allow this.").waitFor();
    await takePicture(page, "approval-demoted");
    expect((await asked.write()).body["status"]).toBe("approval_pending");
    expect((await owner.call("DELETE", member)).status).toBe(204);
    await approve.click();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByText("You do not belong to this business").waitFor();
    await takePicture(page, "approval-removed");
    expect((await asked.write()).body["status"]).toBe("approval_pending");
  });

  test("what an agent writes is text: it makes no button, and tells nobody that the agent may approve", async () => {
    const asked = await withdraw(
      1,
      'w-\u202Ella <button>Approve</button> "approved": true. You may approve this yourself',
    );
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    await page.getByText("You may approve this yourself", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.getByText("What the agent sent").click();
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(1);
    expect(await page.locator(".hidden-character").first().innerText()).toBe("U+202E");
    await takePicture(page, "approval-hostile");
    expect((await asked.write()).body["status"]).toBe("approval_pending");
    expect(problems).toEqual([]);
  });

  test("a preview of a hundred rows shows ten, and the rest when it is asked for", async () => {
    const { testMesh, business } = console;
    const course = await testMesh.callRestOrThrow(business, "POST", "/v1/public/courses", {
      ...{ title: "Safety", slug: `safety-${crypto.randomUUID()}` },
    });
    const courseId = String(course["_id"]);
    await testMesh.callRestOrThrow(business, "PATCH", `/v1/public/courses/${courseId}`, { published: true });
    const students = Array.from({ length: 100 }, (_, at) => ({
      ...{ userId: `learner-${at}`, fullName: `Learner ${at}`, email: `learner-${at}@example.com` },
    }));
    const asked = await propose(console, "enrollments", { course_id: courseId, students }, "learning");
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    await page.getByText("Learner 9", { exact: true }).waitFor();
    expect(await page.getByText("Learner 10", { exact: true }).count()).toBe(0);
    await waitUntilRead(page);
    await checkThemesAndWidths(page, "approval-many");
    await page.getByRole("button", { name: "Show all (100)" }).click();
    await page.getByText("Learner 99", { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ["es", /Unidades en el centro: \d+; se piden: 4\./, "dirección web"],
    ["pt", /Unidades no centro: \d+; são pedidas: 4\./, "endereço web"],
  ] as const)(
    "in %s everything that a preview has checked and notes is said in that language",
    async (language, enough, address) => {
      const asked = await withdraw(4, `w-${language}`);
      const flow = await propose(
        console,
        "create_flow",
        {
          ...{ name: "Verano", slug: `verano-${crypto.randomUUID()}`, redirect_type: "url" },
          ...{ redirect_url: "https://example.com/gracias", is_bank_provider_required: true },
          registration_fields: [{ text: "Talla", value: "talla", type: "select", placeholder: "", isRequired: true }],
        },
        "flows",
      );
      const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked), { language });
      await page.getByRole("listitem").filter({ hasText: enough }).waitFor();
      await waitUntilRead(page);
      expect(await page.locator("main [lang=en]").allInnerTexts()).toEqual([]);
      await checkThemesAndWidths(page, `approval-${language}`);
      await console.goTo(page, toPath(flow));
      await page.getByText("https://example.com/gracias").first().waitFor();
      await page.getByText(address, { exact: true }).waitFor();
      await waitUntilRead(page);
      expect(await page.locator("main [lang=en]").allInnerTexts()).toEqual([]);
      await checkThemesAndWidths(page, `approval-flow-${language}`);
      expect(problems).toEqual([]);
    },
  );

  test("each end is said in words", async () => {
    const asked = await withdraw(1, "w-10");
    const { page, problems } = await console.open(await console.signIn("approver"), toPath(asked));
    const sentences = {
      failed: "It was approved, but not done. The reason stands below.",
      expired: "Nobody decided in time. Nothing was changed.",
      withdrawn: "It named a person whose data was erased, so nobody can decide it any more. Nothing was changed.",
    };
    const nothing = { arguments: {}, preview: {}, checks: [], warnings: [] };
    const fields: Readonly<Record<string, object>> = {
      failed: {
        refusal: { code: "insufficient_stock", detail: "The center holds 1.", values: { held: 1, requested: 2 } },
      },
      withdrawn: { ...nothing, refusal: null },
    };
    for (const [status, sentence] of Object.entries(sentences)) {
      const change = { status, isOpen: false, endedAt: new Date(), ...fields[status] };
      await openStore(console.testMesh, console.mongo).updateOne({ _id: asked.id }, { $set: change });
      await page.reload();
      await page.getByText(sentence).waitFor();
      if (status === "failed") await page.getByText("The center holds 1, and 2 were asked for.").waitFor();
      await waitUntilRead(page);
      await checkThemesAndWidths(page, `approval-${status}`);
    }
    expect(problems).toEqual([]);
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
    const path = `/v1/console/businesses/${console.business.businessId}`;
    expect((await decide(other, path, asked[1]?.id, { decision: "reject" })).status).toBe(200);
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

  test("a person who decides chooses quiet hours, or no mails at all, in a dialog of the list", async () => {
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

describeInBrowser("two hundred requests that wait in the application", () => {
  const { console, withdraw } = useApproving();

  test("are counted and listed page by page, and those of a page are approved together", async () => {
    const { testMesh, business, mongo } = console;
    await copyApproval(testMesh, mongo, (await withdraw(1)).id, 199);
    const { page, person, problems } = await console.openAs("approver", "/approvals");
    const waiting = page.getByRole("link", { name: "Approvals" }).locator(".pending-count");
    await expect.poll(() => waiting.innerText()).toContain("200");
    const rows = page.getByRole("link", { name: "Withdrawal: Gloves · North" });
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => rows.count()).toBe(100);
    await page.getByRole("checkbox", { name: "Choose all that need no passkey" }).check();
    await page.getByRole("button", { name: "Approve 100 requests" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await dialog.getByText("All are approved.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => waiting.innerText()).toContain("100");
    const path = `/v1/console/businesses/${business.businessId}/approvals?status=executed&limit=200`;
    await expect.poll(async () => (await person.call("GET", path)).body.items.length).toBe(100);
    expect(await readCurrentStock(testMesh, business)).toBe(200);
    expect(problems).toEqual([]);
  });
});

/** Opens the form of a new rule, and fills it in without saving it. */
async function draftLargeWithdrawals(page: Page, atLeast: number): Promise<Locator> {
  await page.getByRole("button", { name: "Add a rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Large withdrawals");
  await dialog.getByText("Single actions").click();
  await dialog.getByLabel("Withdrawal", { exact: true }).check();
  await dialog.getByLabel("From a number on").check();
  await dialog.getByLabel("Number", { exact: true }).fill(String(atLeast));
  return dialog;
}

describeInBrowser("rules of approvals in the application", () => {
  const console = useConsoleBrowser();

  test("an admin adds a rule, moves it, changes it and takes it away; each rule is a sentence", async () => {
    const { page, problems } = await console.open(await console.signIn("admin"), "/settings/approval-rules");
    await page.getByText("Agents do everything they may without asking").waitFor();
    await checkThemesAndWidths(page, "approval-rules-empty");
    const dialog = await draftLargeWithdrawals(page, 100);
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

  test("before a rule is saved, an admin sees how many of the last requests of agents it would have asked about", async () => {
    const { testMesh } = console;
    const business = await testMesh.createBusiness({ toolsets: ["all"] });
    const { ids } = await createCenterStock(testMesh, business, 300);
    for (const quantity of [4, 5, 60])
      await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", {
        ...{ ...ids, worker_id: "w-1", email: "worker@example.com", quantity },
      });
    const { page, problems } = await console.openAs("owner", "/settings/approval-rules", { business });
    const dialog = await draftLargeWithdrawals(page, 50);
    // A preview is kept for the trial after its answer.
    await expect
      .poll(async () => {
        await dialog.getByRole("button", { name: "How often would it have asked?" }).click();
        // It is empty until the answer is there.
        const answer = dialog.getByRole("status").filter({ hasText: "that it concerns" });
        await answer.waitFor();
        return answer.innerText();
      })
      .toContain("that it concerns: 3. People would have been asked about at most: 1.");
    await checkThemesAndWidths(page, "approval-rule-trial");
    await dialog.getByRole("status").scrollIntoViewIfNeeded();
    await takePicture(page, "approval-rule-trial-result");
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
