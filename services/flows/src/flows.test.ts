import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@tenant-ops/kit/data";
import type { CreateFlowRequestSchema } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aFlow,
  aSlug,
  consoleUrl,
  type FlowsHouse,
  givenFlow,
  givenTarget,
  startFlows,
  type Tenant,
} from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

describe("creating a flow", () => {
  test("stores a scaffold that is offline, asks the default fields and says what is left to do", async () => {
    const tenant = house.newTenant();
    const slug = aSlug();

    const created = await tenant.rpc.approveCreateFlow(aFlow({ slug, source: "ig", campaign: "verano" }));

    expect(created).toMatchObject({ slug, status: "created", publicUrl: `${consoleUrl}/flow/${slug}` });
    expect(created.id).toMatch(/^flw_/);
    for (const left of ["documents", "authType", "redirects", "register once"]) expect(created.message).toContain(left);
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

  test("leads to a roulette, a course, a survey and an event", async () => {
    const tenant = house.newTenant();
    const roulette = house.roulettes.give(tenant, newId("rou"));
    const course = house.learning.give(tenant, newId("crs"), { isActive: false });
    const survey = await givenTarget(tenant);
    const event = await givenTarget(tenant, { kind: "event", url: "https://event.example.com/" });
    const cases = [
      { type: "roulette", id: roulette, url: `${consoleUrl}/roulette/${roulette}`, status: "active" },
      { type: "course", id: course, url: `${consoleUrl}/course/${course}`, status: "inactive" },
      { type: "survey", id: survey, url: "https://survey.example.com/s/1", status: "active" },
      { type: "event", id: event, url: "https://event.example.com/", status: "active" },
    ];
    for (const { type, id, url, status } of cases) {
      const request = aFlow({ redirectType: type, redirectTargetId: id });
      const { preview, warnings } = await tenant.rpc.proposeCreateFlow(request);
      const redirect = { type, targetId: id, url, targetStatus: status };
      expect(preview?.redirect).toMatchObject(redirect);
      expect(warnings.length).toBe(status === "active" ? 0 : 1);
      await tenant.rpc.approveCreateFlow(request);
      expect((await tenant.rpc.getFlowBySlug({ slug: request.slug })).redirect).toMatchObject(redirect);
    }
  });

  test("the same approval sent twice makes one flow and answers the same", async () => {
    const tenant = house.newTenant();
    const request = aFlow();
    const first = await tenant.rpc.approveCreateFlow(request, { idempotencyKey: "once" });
    const again = await tenant.rpc.approveCreateFlow(request, { idempotencyKey: "once" });
    expect(again).toEqual(first);
    expect((await tenant.rpc.getFlowStats({})).totalFlows).toBe(1);
  });
});

type Request = MessageInitShape<typeof CreateFlowRequestSchema>;

/** Both doors say the same no, and neither leaves anything behind. */
async function expectRefused(
  tenant: Tenant,
  request: Request,
  reason: string,
  sentence?: string | RegExp,
): Promise<void> {
  const refusal = sentence === undefined ? { reason } : { reason, message: expect.stringMatching(sentence) };
  await expect(tenant.rpc.proposeCreateFlow(request)).rejects.toMatchObject(refusal);
  const writes = await tenant.writesDuring(() => tenant.rpc.proposeCreateFlow(request).catch(() => undefined));
  expect(writes).toEqual([]);
  await expect(tenant.rpc.approveCreateFlow(request)).rejects.toMatchObject(refusal);
  expect((await tenant.rpc.listFlows({})).items.filter(({ slug }) => slug === request.slug)).toHaveLength(0);
}

describe("creating is refused, by the preview and by the write", () => {
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
    expectRefused(house.newTenant(), aFlow({ slug }), "invalid_argument", /slug/),
  );

  test.each(["admin", "api", "flow", "v1", "login"])("the reserved word %s", async (slug) =>
    expectRefused(house.newTenant(), aFlow({ slug }), "slug_reserved"),
  );

  test("a slug that is taken, with free ones, and the same words whoever holds it", async () => {
    const owner = house.newTenant();
    const other = house.newTenant();
    const slug = await givenFlow(owner);
    await expect(owner.rpc.approveCreateFlow(aFlow({ slug }))).rejects.toMatchObject({ reason: "slug_taken" });
    await expectRefused(other, aFlow({ slug }), "slug_taken", new RegExp(`Free at this moment: ${slug}-2, ${slug}-3`));

    const own = await owner.rpc.proposeCreateFlow(aFlow({ slug })).catch((error: Error) => error.message);
    const foreign = await other.rpc.proposeCreateFlow(aFlow({ slug })).catch((error: Error) => error.message);
    expect(foreign).toBe(own);
    await other.rpc.approveCreateFlow(aFlow({ slug: `${slug}-2` }));
    await expect(other.rpc.proposeCreateFlow(aFlow({ slug }))).rejects.toThrow(`${slug}-3`);
  });

  test("of ten businesses that want one slug at once exactly one gets it", async () => {
    const slug = aSlug();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => house.newTenant().rpc.approveCreateFlow(aFlow({ slug }))),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(9);
    for (const reason of refused) expect(reason).toMatchObject({ reason: "slug_taken" });
  });

  test.each(["roulette", "course", "survey", "event"])(
    "a %s that is missing, or another business's",
    async (redirectType) => {
      const tenant = house.newTenant();
      const owner = house.newTenant();
      const foreign = {
        roulette: () => house.roulettes.give(owner, newId("rou")),
        course: () => house.learning.give(owner, newId("crs")),
        survey: () => givenTarget(owner),
        event: () => givenTarget(owner, { kind: "event" }),
      };
      const foreignId = await foreign[redirectType as keyof typeof foreign]();
      const randomId = newId("tgt");
      for (const redirectTargetId of [randomId, foreignId]) {
        await expectRefused(
          tenant,
          aFlow({ redirectType, redirectTargetId }),
          "target_not_found",
          /or does not belong/,
        );
      }
      const sentence = async (redirectTargetId: string) => {
        const [result] = await Promise.allSettled([
          tenant.rpc.proposeCreateFlow(aFlow({ redirectType, redirectTargetId })),
        ]);
        return result.status === "rejected" ? String(result.reason).replace(redirectTargetId, "ID") : "found";
      };
      expect(await sentence(foreignId)).toBe(await sentence(randomId));
    },
  );

  test("an id of the wrong kind", async () => {
    const tenant = house.newTenant();
    const roulette = house.roulettes.give(tenant, newId("rou"));
    const survey = await givenTarget(tenant);
    await expectRefused(tenant, aFlow({ redirectType: "course", redirectTargetId: roulette }), "target_not_found");
    await expectRefused(
      tenant,
      aFlow({ redirectType: "event", redirectTargetId: survey }),
      "target_wrong_kind",
      /survey/,
    );
    await expectRefused(tenant, aFlow({ redirectType: "roulette", redirectTargetId: survey }), "target_not_found");
    await expectRefused(tenant, aFlow({ redirectType: "survey", redirectTargetId: roulette }), "target_not_found");
  });

  test.each([
    { redirectType: "url", redirectUrl: "" },
    { redirectType: "url", redirectUrl: "https://example.com", redirectTargetId: "tgt_1" },
    { redirectType: "roulette", redirectTargetId: "" },
    { redirectType: "roulette", redirectTargetId: "rou_1", redirectUrl: "https://example.com" },
  ])("the parameters of another type: %o", async (given) =>
    expectRefused(house.newTenant(), aFlow(given), "redirect_mismatch"),
  );

  test("a type that does not exist", async () =>
    expectRefused(house.newTenant(), aFlow({ redirectType: "page" }), "invalid_argument", /redirect_type/));

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
    expectRefused(house.newTenant(), aFlow({ redirectType: "url", redirectUrl }), "redirect_url_refused"),
  );

  test("an address of more than 2,048 characters", async () => {
    const redirectUrl = `https://example.com/${"a".repeat(2029)}`;
    await expectRefused(house.newTenant(), aFlow({ redirectType: "url", redirectUrl }), "invalid_argument");
    const grows = `https://example.com/${"ñ".repeat(500)}`;
    await expectRefused(house.newTenant(), aFlow({ redirectType: "url", redirectUrl: grows }), "redirect_url_refused");
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
  ])("fields and names that cannot be: %o", async (given) =>
    expectRefused(house.newTenant(), aFlow(given), "invalid_argument"),
  );
});

describe("a neighbour that does not answer", () => {
  let alone: FlowsHouse;
  beforeAll(
    async () =>
      void (alone = await startFlows({ ROULETTES_GRPC_URL: "127.0.0.1:1", LEARNING_GRPC_URL: "127.0.0.1:1" })),
  );
  afterAll(() => alone.close());

  test.each(["roulette", "course"])("a %s is refused as unavailable, not guessed", async (redirectType) => {
    const tenant = alone.newTenant();
    const request = aFlow({ redirectType, redirectTargetId: newId("rou") });
    for (const ask of [tenant.rpc.proposeCreateFlow, tenant.rpc.approveCreateFlow]) {
      await expect(ask(request)).rejects.toMatchObject({
        reason: "service_unavailable",
        message: expect.stringContaining("could not be checked"),
      });
    }
    expect((await tenant.rpc.getFlowStats({})).totalFlows).toBe(0);
  });

  test("flows to an address are made as always, and reading goes on", async () => {
    const tenant = alone.newTenant();
    const slug = await givenFlow(tenant);
    await expect(
      tenant.rpc.approveUpdateFlow({ slug, redirectType: "roulette", redirectTargetId: "rou_1" }),
    ).rejects.toMatchObject({ reason: "service_unavailable" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "url", targetStatus: "active" });
  });
});

describe("updating a flow", () => {
  test("changes only what is given; an empty text clears a UTM value", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant, { source: "ig", medium: "story", campaign: "verano", content: "a" });
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

  test("with nothing but the slug is allowed, says so, and leaves the flow as it is", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const before = await tenant.rpc.getFlowBySlug({ slug });
    const { preview, warnings } = await tenant.rpc.proposeUpdateFlow({ slug });
    expect(preview?.changes).toEqual([]);
    expect(warnings).toContain("Everything is as given already; approving changes nothing.");
    expect(await tenant.rpc.approveUpdateFlow({ slug })).toMatchObject({ slug, updated: true });
    expect(await tenant.rpc.getFlowBySlug({ slug })).toEqual(before);
  });

  test("replaces the whole list of fields", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    await tenant.rpc.approveUpdateFlow({ slug, registrationFields: [{ text: "¿Cuál es tu correo?", type: "email" }] });
    const { registrationFields } = await tenant.rpc.getFlowBySlug({ slug });
    expect(registrationFields).toMatchObject([
      { text: "¿Cuál es tu correo?", value: "cual_es_tu_correo", type: "email" },
    ]);
  });

  test("puts a flow online and offline", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    expect(await tenant.rpc.getFlowStats({})).toMatchObject({ totalFlows: 1, activeFlows: 1, inactiveFlows: 0 });
    await tenant.rpc.approveUpdateFlow({ slug, isActive: false });
    expect(await tenant.rpc.getFlowStats({})).toMatchObject({ totalFlows: 1, activeFlows: 0, inactiveFlows: 1 });
  });

  test("another target of the same type needs only its id; another type needs its own target", async () => {
    const tenant = house.newTenant();
    const [one, other] = [house.roulettes.give(tenant, newId("rou")), house.roulettes.give(tenant, newId("rou"))];
    const slug = await givenFlow(tenant, { redirectType: "roulette", redirectTargetId: one });
    await tenant.rpc.approveUpdateFlow({ slug, redirectTargetId: other });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "roulette", targetId: other });

    for (const update of [
      { redirectType: "course" },
      { redirectUrl: "https://example.com" },
      { redirectTargetId: "" },
    ]) {
      await expect(tenant.rpc.proposeUpdateFlow({ slug, ...update })).rejects.toMatchObject({
        reason: "redirect_mismatch",
      });
      await expect(tenant.rpc.approveUpdateFlow({ slug, ...update })).rejects.toMatchObject({
        reason: "redirect_mismatch",
      });
    }
    await tenant.rpc.approveUpdateFlow({ slug, redirectType: "url", redirectUrl: "https://example.com/x" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect).toMatchObject({ type: "url", targetId: "" });
  });

  test("a target that died meanwhile hinders no other change, and the flow says so", async () => {
    const tenant = house.newTenant();
    const roulette = house.roulettes.give(tenant, newId("rou"));
    const slug = await givenFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette });
    house.roulettes.take(tenant, roulette);
    await tenant.rpc.approveUpdateFlow({ slug, name: "Otoño" });
    expect((await tenant.rpc.getFlowBySlug({ slug })).redirect?.targetStatus).toBe("missing");
  });

  test("is refused, by the preview and by the write, for what creating refuses", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const foreign = house.roulettes.give(house.newTenant(), newId("rou"));
    const cases = [
      [{ redirectUrl: "javascript:alert(1)" }, "redirect_url_refused"],
      [{ redirectType: "roulette", redirectTargetId: foreign }, "target_not_found"],
      [{ redirectType: "event", redirectTargetId: await givenTarget(tenant) }, "target_wrong_kind"],
      [{ redirectType: "page" }, "invalid_argument"],
      [{ name: "" }, "invalid_argument"],
      [{ registrationFields: [{ text: "A", value: "a b" }] }, "invalid_argument"],
    ] as const;
    const before = await tenant.rpc.getFlowBySlug({ slug });
    for (const [given, reason] of cases) {
      const update = { slug, ...given } as Parameters<typeof tenant.rpc.proposeUpdateFlow>[0];
      await expect(tenant.rpc.proposeUpdateFlow(update)).rejects.toMatchObject({ reason });
      await expect(tenant.rpc.approveUpdateFlow(update)).rejects.toMatchObject({ reason });
    }
    expect(await tenant.rpc.getFlowBySlug({ slug })).toEqual(before);
  });

  test("needs a slug", async () => {
    const tenant = house.newTenant();
    await expect(tenant.rpc.proposeUpdateFlow({ name: "X" })).rejects.toMatchObject({ reason: "invalid_argument" });
    await expect(tenant.rpc.approveUpdateFlow({ name: "X" })).rejects.toMatchObject({ reason: "invalid_argument" });
  });

  test("two updates of different settings at once both hold", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    await Promise.all([
      tenant.rpc.approveUpdateFlow({ slug, name: "Otoño" }),
      tenant.rpc.approveUpdateFlow({ slug, campaign: "otono" }),
    ]);
    expect(await tenant.rpc.getFlowBySlug({ slug })).toMatchObject({ name: "Otoño", campaign: "otono" });
  });
});

describe("another business", () => {
  test("finds nothing, changes nothing, and gets the same answer as for a slug that nobody has", async () => {
    const owner = house.newTenant();
    const other = house.newTenant();
    const slug = await givenFlow(owner);
    const unknown = aSlug();
    const answers = async (asked: string) => {
      const tries = [
        other.rpc.getFlowBySlug({ slug: asked }),
        other.rpc.proposeUpdateFlow({ slug: asked, name: "Mine" }),
        other.rpc.approveUpdateFlow({ slug: asked, name: "Mine" }),
      ];
      const results = await Promise.allSettled(tries);
      return results.map((result) =>
        result.status === "rejected" ? String(result.reason).replaceAll(asked, "SLUG") : "found",
      );
    };
    const foreign = await answers(slug);
    expect(foreign).toEqual(await answers(unknown));
    expect(foreign).not.toContain("found");
    expect((await other.rpc.listFlows({})).items).toEqual([]);
    expect((await other.rpc.getFlowStats({})).totalFlows).toBe(0);
    expect((await owner.rpc.getFlowBySlug({ slug })).name).toBe("Verano");
  });
});

describe("listing flows", () => {
  test("newest first, page by page", async () => {
    const tenant = house.newTenant();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift((await tenant.rpc.approveCreateFlow(aFlow())).slug);
    const first = await tenant.rpc.listFlows({ limit: 3 });
    expect(first).toMatchObject({ count: 3, hasMore: true });
    const rest = await tenant.rpc.listFlows({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ slug }) => slug)).toEqual(made);
    expect(rest.hasMore).toBe(false);
    await expect(house.newTenant().rpc.listFlows({ cursor: first.nextCursor })).rejects.toMatchObject({
      reason: "invalid_cursor",
    });
  });
});
