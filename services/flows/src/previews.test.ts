import fc from "fast-check";
import type { FlowPreview } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSlug, type FlowsHouse, givenTarget, startFlows, type Tenant } from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

/** Some three hundred calls: seconds alone, much longer beside everything else that tests at the same time. */
const patienceMs = 90_000;

const word = fc.string({ minLength: 1, maxLength: 20 });
const utm = fc.string({ maxLength: 20 });
const fields = fc.array(
  fc.record({
    text: word,
    value: fc.stringMatching(/^[a-z]{0,6}$/),
    type: fc.constantFrom("text", "email", "select", "phone", "Date", "odd"),
    placeholder: utm,
    isRequired: fc.boolean(),
  }),
  { maxLength: 4 },
);
const redirect = (survey: string, roulette: string) =>
  fc.constantFrom(
    { redirectType: "url", redirectUrl: "https://example.com/a b".replace(" ", "%20") },
    { redirectType: "url", redirectUrl: "https://EXAMPLE.com" },
    { redirectType: "url", redirectUrl: "http://example.com" },
    { redirectType: "survey", redirectTargetId: survey },
    { redirectType: "event", redirectTargetId: survey },
    { redirectType: "roulette", redirectTargetId: roulette },
    { redirectType: "course", redirectTargetId: roulette },
  );

/** What a flow is, in the words of a preview. */
async function stored(tenant: Tenant, slug: string) {
  const flow = await tenant.rpc.getFlowBySlug({ slug });
  return shown(flow);
}

function shown(flow: Omit<FlowPreview, "$typeName" | "$unknown" | "changes">) {
  const { slug, name, isActive, registrationFields, redirect: target, source, medium, campaign, content } = flow;
  const { isBankProviderRequired, authType, publicUrl } = flow;
  return {
    slug,
    name,
    isActive,
    registrationFields,
    target,
    source,
    medium,
    campaign,
    content,
    isBankProviderRequired,
    authType,
    publicUrl,
  };
}

/** The preview, or the reason why there is none; and the proof that it wrote nothing. */
async function previewOf(tenant: Tenant, propose: () => Promise<{ preview?: FlowPreview }>) {
  let outcome: { preview: FlowPreview } | { reason: string } = { reason: "none" };
  const writes = await tenant.writesDuring(async () => {
    outcome = await propose().then(({ preview }) => ({ preview: preview! }), reasonOf);
  });
  expect(writes).toEqual([]);
  return outcome as { preview?: FlowPreview; reason?: string };
}

const reasonOf = (error: { reason: string }) => ({ reason: error.reason });

test(
  "a flow becomes what its preview showed, or is refused for the same reason; the preview writes nothing",
  async () => {
    const tenant = house.newTenant();
    const survey = await givenTarget(tenant);
    const roulette = house.roulettes.give(tenant, "rou_1", { isActive: false });
    const request = fc.record({
      name: word,
      redirect: redirect(survey, roulette),
      registrationFields: fields,
      source: utm,
      medium: utm,
      campaign: utm,
      content: utm,
      isBankProviderRequired: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ redirect: to, ...rest }) => {
        const asked = { ...rest, ...to, slug: aSlug() };
        const { preview, reason } = await previewOf(tenant, () => tenant.rpc.proposeCreateFlow(asked));
        const written = await tenant.rpc.approveCreateFlow(asked).catch(reasonOf);
        if (!preview) {
          expect(written).toMatchObject({ reason });
          return;
        }
        expect(written).toMatchObject({ slug: preview.slug, publicUrl: preview.publicUrl, status: "created" });
        expect(await stored(tenant, asked.slug)).toEqual(shown(preview));
      }),
      { numRuns: 40 },
    );
  },
  patienceMs,
);

test(
  "an update leaves what its preview showed, or is refused for the same reason; the preview writes nothing",
  async () => {
    const tenant = house.newTenant();
    const survey = await givenTarget(tenant);
    const roulette = house.roulettes.give(tenant, "rou_1");
    const slug = aSlug();
    await tenant.rpc.approveCreateFlow({ slug, name: "V", redirectType: "url", redirectUrl: "https://example.com" });
    const update = fc.tuple(
      fc.record(
        {
          name: word,
          isActive: fc.boolean(),
          registrationFields: fields,
          source: utm,
          medium: utm,
          campaign: utm,
          content: utm,
          isBankProviderRequired: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      fc.option(redirect(survey, roulette), { nil: {} }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(update, async ([settings, to, isPartial]) => {
        const { redirectType: _, ...partial } = to as { redirectType?: string };
        const asked = { slug, ...settings, ...(isPartial ? partial : to) };
        const before = await stored(tenant, slug);
        const { preview, reason } = await previewOf(tenant, () => tenant.rpc.proposeUpdateFlow(asked));
        const written = await tenant.rpc.approveUpdateFlow(asked).catch(reasonOf);
        const after = await stored(tenant, slug);
        if (!preview) {
          expect([written, after]).toMatchObject([{ reason }, before]);
          return;
        }
        expect(written).toMatchObject({ slug, updated: true });
        expect(after).toEqual(shown(preview));
        const names = (name: string) => (name === "redirect" ? "target" : name) as keyof typeof before;
        const different = Object.keys(after).filter(
          (name) =>
            JSON.stringify(after[name as keyof typeof after]) !== JSON.stringify(before[name as keyof typeof before]),
        );
        expect(preview.changes.map(names).toSorted()).toEqual(different.toSorted());
      }),
      { numRuns: 40 },
    );
  },
  patienceMs,
);
