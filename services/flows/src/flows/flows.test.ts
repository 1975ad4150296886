import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tenant-ops/kit/data";
import type { CreateFlowRequestSchema } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  flowRequest,
  newSlug,
  consoleUrl,
  type SharedTestFlows,
  type TestFlows,
  createActiveFlow,
  createTarget,
  shareTestFlows,
  startTestFlows,
  type FlowsTenant,
} from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

describe("creating a flow", () => {
  test("stores an offline flow with the default fields, and the answer says what is still to do", async () => {
    const tenant = flows.newTenant();
    const slug = newSlug();

    const created = await tenant.rpc.approveCreateFlow(flowRequest({ slug, source: "ig", campaign: "verano" }));

    expect(created).toMatchObject({ slug, status: "created", publicUrl: `${consoleUrl}/flow/${slug}` });
    expect(created.id).toMatch(/^flw_/);
    for (const step of ["documents", "authType", "redirects", "register once"]) expect(created.message).toContain(step);
    expect(await tenant.rpc.getFlowBySlug({ slug })).toMatchObject({
      id: created.id,
      isActive: false,
      authType: "whatsapp",
      source: "ig",
      medium: "",
      campaign: "verano",
      isBankProviderRequired: false,
      completedCount: 0,
      uniqueVisitCount: 0,
      totalVisitCount: 0,
      conversionRate: 0,
      registrationFields: [
        { text: "First Name", value: "first_name" },
        { text: "Last Name", value: "last_name" },
        { text: "Country", value: "country" },
      ],
      redirect: { type: "url", targetId: "", url: "https://example.com/welcome", targetStatus: "active" },
    });
  });

  test("redirects to a roulette, a course, a survey and an event", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const course = flows.learning.addTarget(tenant, newId("crs"), { isActive: false });
    const survey = await createTarget(tenant);
    const event = await createTarget(tenant, { kind: "event", url: "https://event.example.com/" });
    const cases = [
      { type: "roulette", id: roulette, url: `${consoleUrl}/roulette/${roulette}`, status: "active" },
      { type: "course", id: course, url: `${consoleUrl}/course/${course}`, status: "inactive" },
      { type: "survey", id: survey, url: "https://survey.example.com/s/1", status: "active" },
      { type: "event", id: event, url: "https://event.example.com/", status: "active" },
    ];
    for (const { type, id, url, status } of cases) {
      const request = flowRequest({ redirectType: type, redirectTargetId: id });
      const { preview, warnings } = await tenant.rpc.proposeCreateFlow(request);
      const redirect = { type, targetId: id, url, targetStatus: status };
      expect(preview?.redirect).toMatchObject(redirect);
      expect(warnings.length).toBe(status === "active" ? 0 : 1);
      await tenant.rpc.approveCreateFlow(request);
      expect((await tenant.rpc.getFlowBySlug({ slug: request.slug })).redirect).toMatchObject(redirect);
    }
  });

  test("the same approval sent twice creates one flow and gets the same answer", async () => {
    const tenant = flows.newTenant();
    const request = flowRequest();
    const first = await tenant.rpc.approveCreateFlow(request, { idempotencyKey: "once" });
    const again = await tenant.rpc.approveCreateFlow(request, { idempotencyKey: "once" });
    expect(again).toEqual(first);
    expect((await tenant.rpc.getFlowStats({})).totalFlows).toBe(1);
  });
});

type Request = MessageInitShape<typeof CreateFlowRequestSchema>;

/** Asserts that preview and write refuse for the same reason, and that neither writes anything. */
async function expectRefused(
  tenant: FlowsTenant,
  request: Request,
  reason: string,
  message?: string | RegExp,
): Promise<void> {
  const refusal = message === undefined ? { code: reason } : { code: reason, message: expect.stringMatching(message) };
  await expect(tenant.rpc.proposeCreateFlow(request)).rejects.toMatchObject(refusal);
  const writes = await tenant.writesDuring(() => tenant.rpc.proposeCreateFlow(request).catch(() => undefined));
  expect(writes).toEqual([]);
  await expect(tenant.rpc.approveCreateFlow(request)).rejects.toMatchObject(refusal);
  expect((await tenant.rpc.listFlows({})).items.filter(({ slug }) => slug === request.slug)).toHaveLength(0);
}

describe("creating is refused by preview and write for", () => {
  test.each([
    "Verano",
    "verano 2026",
    "verano_2026",
    "-verano",
    "verano-",
    "a--b",
    "año",
    "",
    "x".repeat(81),
    "a/b",
    "a.b",
  ])("a slug that is not kebab-case: %s", async (slug) =>
    expectRefused(flows.newTenant(), flowRequest({ slug }), "invalid_argument", /slug/),
  );

  test.each(["admin", "api", "flow", "v1", "login"])("the reserved word %s", async (slug) =>
    expectRefused(flows.newTenant(), flowRequest({ slug }), "slug_reserved"),
  );

  test("a taken slug, with free ones in the refusal, which does not name the owner", async () => {
    const owner = flows.newTenant();
    const otherTenant = flows.newTenant();
    const slug = await createActiveFlow(owner);
    await expect(owner.rpc.approveCreateFlow(flowRequest({ slug }))).rejects.toMatchObject({ code: "slug_taken" });
    await expectRefused(
      otherTenant,
      flowRequest({ slug }),
      "slug_taken",
      new RegExp(`Free at this moment: ${slug}-2, ${slug}-3`),
    );

    const ownRefusal = await owner.rpc.proposeCreateFlow(flowRequest({ slug })).catch((error: Error) => error.message);
    const othersRefusal = await otherTenant.rpc
      .proposeCreateFlow(flowRequest({ slug }))
      .catch((error: Error) => error.message);
    expect(othersRefusal).toBe(ownRefusal);
    await otherTenant.rpc.approveCreateFlow(flowRequest({ slug: `${slug}-2` }));
    await expect(otherTenant.rpc.proposeCreateFlow(flowRequest({ slug }))).rejects.toThrow(`${slug}-3`);
  });

  test("of ten businesses that create the same slug at once exactly one succeeds", async () => {
    const slug = newSlug();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => flows.newTenant().rpc.approveCreateFlow(flowRequest({ slug }))),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(9);
    for (const refusal of refused) expect(refusal).toMatchObject({ code: "slug_taken" });
  });

  test.each(["roulette", "course", "survey", "event"])(
    "a %s that does not exist or belongs to another business",
    async (redirectType) => {
      const tenant = flows.newTenant();
      const owner = flows.newTenant();
      const createOthersTarget = {
        roulette: () => flows.roulettes.addTarget(owner, newId("rou")),
        course: () => flows.learning.addTarget(owner, newId("crs")),
        survey: () => createTarget(owner),
        event: () => createTarget(owner, { kind: "event" }),
      };
      const othersId = await createOthersTarget[redirectType as keyof typeof createOthersTarget]();
      const unknownId = newId("tgt");
      for (const redirectTargetId of [unknownId, othersId]) {
        await expectRefused(
          tenant,
          flowRequest({ redirectType, redirectTargetId }),
          "target_not_found",
          /or does not belong/,
        );
      }
      const readMessage = async (redirectTargetId: string) => {
        const [result] = await Promise.allSettled([
          tenant.rpc.proposeCreateFlow(flowRequest({ redirectType, redirectTargetId })),
        ]);
        return result.status === "rejected" ? String(result.reason).replace(redirectTargetId, "ID") : "found";
      };
      expect(await readMessage(othersId)).toBe(await readMessage(unknownId));
    },
  );

  test("an id of the wrong kind", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const survey = await createTarget(tenant);
    await expectRefused(
      tenant,
      flowRequest({ redirectType: "course", redirectTargetId: roulette }),
      "target_not_found",
    );
    await expectRefused(
      tenant,
      flowRequest({ redirectType: "event", redirectTargetId: survey }),
      "target_wrong_kind",
      /survey/,
    );
    await expectRefused(
      tenant,
      flowRequest({ redirectType: "roulette", redirectTargetId: survey }),
      "target_not_found",
    );
    await expectRefused(
      tenant,
      flowRequest({ redirectType: "survey", redirectTargetId: roulette }),
      "target_not_found",
    );
  });

  test.each([
    { redirectType: "url", redirectUrl: "" },
    { redirectType: "url", redirectUrl: "https://example.com", redirectTargetId: "tgt_1" },
    { redirectType: "roulette", redirectTargetId: "" },
    { redirectType: "roulette", redirectTargetId: "rou_1", redirectUrl: "https://example.com" },
  ])("parameters of another redirect type: %o", async (given) =>
    expectRefused(flows.newTenant(), flowRequest(given), "redirect_mismatch"),
  );

  test("a type that does not exist", async () =>
    expectRefused(flows.newTenant(), flowRequest({ redirectType: "page" }), "invalid_argument", /redirect_type/));

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)//https://",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "ftp://example.com",
    "http://example.com",
    "http://localhost:3000",
    "//example.com",
    "/welcome",
    "example.com",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https://user@example.com",
    "https://user:secret@example.com",
    "https://trusted.com\\@evil.com",
    "https://exa mple.com",
    "https://example.com/\u202egro",
    "https://",
  ])("the address %s", async (redirectUrl) =>
    expectRefused(flows.newTenant(), flowRequest({ redirectType: "url", redirectUrl }), "redirect_url_refused"),
  );

  test("an address of more than 2,048 characters", async () => {
    const redirectUrl = `https://example.com/${"a".repeat(2029)}`;
    await expectRefused(flows.newTenant(), flowRequest({ redirectType: "url", redirectUrl }), "invalid_argument");
    const grows = `https://example.com/${"ñ".repeat(500)}`;
    await expectRefused(
      flows.newTenant(),
      flowRequest({ redirectType: "url", redirectUrl: grows }),
      "redirect_url_refused",
    );
  });

  test.each([
    {
      registrationFields: [
        { text: "A", value: "a" },
        { text: "B", value: "a" },
      ],
    },
    { registrationFields: [{ text: "A", value: "1a" }] },
    { registrationFields: [{ text: "A", value: "$where" }] },
    { registrationFields: [{ text: "A", value: "__proto__" }] },
    { registrationFields: [{ text: "  ", value: "a" }] },
    { registrationFields: [{ text: "🎉" }] },
    { registrationFields: Array.from({ length: 31 }, (_, index) => ({ text: `Q${index}` })) },
    { name: "   " },
  ])("invalid fields and names: %o", async (given) =>
    expectRefused(flows.newTenant(), flowRequest(given), "invalid_argument"),
  );
});

describe("while the services of targets do not answer", () => {
  let withoutServices: TestFlows;
  beforeAll(
    async () =>
      void (withoutServices = await startTestFlows({
        ROULETTES_GRPC_URL: "127.0.0.1:1",
        LEARNING_GRPC_URL: "127.0.0.1:1",
      })),
  );
  afterAll(() => withoutServices.close());

  test.each(["roulette", "course"])("a redirect to a %s is refused as unavailable", async (redirectType) => {
    const tenant = withoutServices.newTenant();
    const request = flowRequest({ redirectType, redirectTargetId: newId("rou") });
    for (const createFlow of [tenant.rpc.proposeCreateFlow, tenant.rpc.approveCreateFlow]) {
      await expect(createFlow(request)).rejects.toMatchObject({
        code: "service_unavailable",
        message: expect.stringContaining("could not be checked"),
      });
    }
    expect((await tenant.rpc.getFlowStats({})).totalFlows).toBe(0);
  });

  test("flows with a url are created, and flows can be read", async () => {
    const tenant = withoutServices.newTenant();
    const slug = await createActiveFlow(tenant);
    await expect(
      tenant.rpc.approveUpdateFlow({ slug, redirectType: "roulette", redirectTargetId: "rou_1" }),
    ).rejects.toMatchObject({ code: "service_unavailable" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "url", targetStatus: "active" });
  });
});

describe("updating a flow", () => {
  test("changes only the given settings; an empty text clears a UTM value", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { source: "ig", medium: "story", campaign: "verano", content: "a" });
    const before = await tenant.rpc.getFlowBySlug({ slug });

    const { preview } = await tenant.rpc.proposeUpdateFlow({ slug, source: "", name: "Otoño" });
    expect(preview).toMatchObject({ name: "Otoño", source: "", medium: "story", changes: ["name", "source"] });
    expect(await tenant.rpc.approveUpdateFlow({ slug, source: "", name: "Otoño" })).toMatchObject({
      slug,
      updated: true,
    });

    const after = await tenant.rpc.getFlowBySlug({ slug });
    expect(after).toEqual({ ...before, name: "Otoño", source: "", updatedAt: after.updatedAt });
  });

  test("with only the slug changes nothing and warns of that", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const before = await tenant.rpc.getFlowBySlug({ slug });
    const { preview, warnings } = await tenant.rpc.proposeUpdateFlow({ slug });
    expect(preview?.changes).toEqual([]);
    expect(warnings).toContain("Everything is as given already; approving changes nothing.");
    expect(await tenant.rpc.approveUpdateFlow({ slug })).toMatchObject({ slug, updated: true });
    expect(await tenant.rpc.getFlowBySlug({ slug })).toEqual(before);
  });

  test("replaces the whole list of fields", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    await tenant.rpc.approveUpdateFlow({ slug, registrationFields: [{ text: "¿Cuál es tu correo?", type: "email" }] });
    const { registrationFields } = await tenant.rpc.getFlowBySlug({ slug });
    expect(registrationFields).toMatchObject([
      { text: "¿Cuál es tu correo?", value: "cual_es_tu_correo", type: "email" },
    ]);
  });

  test("sets a flow online and offline", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    expect(await tenant.rpc.getFlowStats({})).toMatchObject({ totalFlows: 1, activeFlows: 1, inactiveFlows: 0 });
    await tenant.rpc.approveUpdateFlow({ slug, isActive: false });
    expect(await tenant.rpc.getFlowStats({})).toMatchObject({ totalFlows: 1, activeFlows: 0, inactiveFlows: 1 });
  });

  test("needs only the id for another target of the same type, and a target for another type", async () => {
    const tenant = flows.newTenant();
    const [one, other] = [
      flows.roulettes.addTarget(tenant, newId("rou")),
      flows.roulettes.addTarget(tenant, newId("rou")),
    ];
    const slug = await createActiveFlow(tenant, { redirectType: "roulette", redirectTargetId: one });
    await tenant.rpc.approveUpdateFlow({ slug, redirectTargetId: other });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "roulette", targetId: other });

    for (const update of [
      { redirectType: "course" },
      { redirectUrl: "https://example.com" },
      { redirectTargetId: "" },
    ]) {
      await expect(tenant.rpc.proposeUpdateFlow({ slug, ...update })).rejects.toMatchObject({
        code: "redirect_mismatch",
      });
      await expect(tenant.rpc.approveUpdateFlow({ slug, ...update })).rejects.toMatchObject({
        code: "redirect_mismatch",
      });
    }
    await tenant.rpc.approveUpdateFlow({ slug, redirectType: "url", redirectUrl: "https://example.com/x" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "url", targetId: "" });
  });

  test("works for other settings after the target was deleted, and the flow shows the target as missing", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const slug = await createActiveFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette });
    flows.roulettes.removeTarget(tenant, roulette);
    await tenant.rpc.approveUpdateFlow({ slug, name: "Otoño" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect?.targetStatus).toBe("missing");
  });

  test("is refused by preview and write for what creating refuses", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const othersTarget = flows.roulettes.addTarget(flows.newTenant(), newId("rou"));
    const cases = [
      [{ redirectUrl: "javascript:alert(1)" }, "redirect_url_refused"],
      [{ redirectType: "roulette", redirectTargetId: othersTarget }, "target_not_found"],
      [{ redirectType: "event", redirectTargetId: await createTarget(tenant) }, "target_wrong_kind"],
      [{ redirectType: "page" }, "invalid_argument"],
      [{ name: "" }, "invalid_argument"],
      [{ registrationFields: [{ text: "A", value: "a b" }] }, "invalid_argument"],
    ] as const;
    const before = await tenant.rpc.getFlowBySlug({ slug });
    for (const [given, reason] of cases) {
      const update = { slug, ...given } as Parameters<typeof tenant.rpc.proposeUpdateFlow>[0];
      await expect(tenant.rpc.proposeUpdateFlow(update)).rejects.toMatchObject({ code: reason });
      await expect(tenant.rpc.approveUpdateFlow(update)).rejects.toMatchObject({ code: reason });
    }
    expect(await tenant.rpc.getFlowBySlug({ slug })).toEqual(before);
  });

  test("requires a slug", async () => {
    const tenant = flows.newTenant();
    await expect(tenant.rpc.proposeUpdateFlow({ name: "X" })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(tenant.rpc.approveUpdateFlow({ name: "X" })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("two concurrent updates of different settings both take effect", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    await Promise.all([
      tenant.rpc.approveUpdateFlow({ slug, name: "Otoño" }),
      tenant.rpc.approveUpdateFlow({ slug, campaign: "otono" }),
    ]);
    expect(await tenant.rpc.getFlowBySlug({ slug })).toMatchObject({ name: "Otoño", campaign: "otono" });
  });
});

describe("another business", () => {
  test("gets the same answer for a flow of another business as for an unknown slug, and changes nothing", async () => {
    const owner = flows.newTenant();
    const otherTenant = flows.newTenant();
    const slug = await createActiveFlow(owner);
    const unknown = newSlug();
    const tryAll = async (triedSlug: string) => {
      const tries = [
        otherTenant.rpc.getFlowBySlug({ slug: triedSlug }),
        otherTenant.rpc.proposeUpdateFlow({ slug: triedSlug, name: "Mine" }),
        otherTenant.rpc.approveUpdateFlow({ slug: triedSlug, name: "Mine" }),
      ];
      const results = await Promise.allSettled(tries);
      return results.map((result) =>
        result.status === "rejected" ? String(result.reason).replaceAll(triedSlug, "SLUG") : "found",
      );
    };
    const outcomes = await tryAll(slug);
    expect(outcomes).toEqual(await tryAll(unknown));
    expect(outcomes).not.toContain("found");
    expect((await otherTenant.rpc.listFlows({})).items).toEqual([]);
    expect((await otherTenant.rpc.getFlowStats({})).totalFlows).toBe(0);
    expect((await owner.rpc.getFlowBySlug({ slug })).name).toBe("Verano");
  });
});

describe("listing flows", () => {
  test("is done page by page, the newest first", async () => {
    const tenant = flows.newTenant();
    const created: string[] = [];
    for (let index = 0; index < 5; index += 1)
      created.unshift((await tenant.rpc.approveCreateFlow(flowRequest())).slug);
    const first = await tenant.rpc.listFlows({ limit: 3 });
    expect(first).toMatchObject({ count: 3, hasMore: true });
    const rest = await tenant.rpc.listFlows({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ slug }) => slug)).toEqual(created);
    expect(rest.hasMore).toBe(false);
    await expect(flows.newTenant().rpc.listFlows({ cursor: first.nextCursor })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });
});
