import { propertyRuns } from "@tenant-ops/kit/testing";
import fc from "fast-check";
import type { FlowPreview } from "@tenant-ops/proto/flows";
import { beforeAll, expect, test } from "vitest";
import { newSlug, type SharedTestFlows, createTarget, shareTestFlows, type FlowsTenant } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

/** About 300 calls take a few seconds when no other test is running, and much longer otherwise. */

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

/** The stored flow with the fields of a preview. */
async function readFlow(tenant: FlowsTenant, slug: string) {
  const flow = await tenant.rpc.getFlowBySlug({ slug });
  return toComparable(flow);
}

function toComparable(flow: Omit<FlowPreview, "$typeName" | "$unknown" | "changes" | "before">) {
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

/** Returns the preview, or the reason of its refusal. Fails when the preview wrote something. */
async function previewWithoutWrites(tenant: FlowsTenant, propose: () => Promise<{ preview?: FlowPreview }>) {
  let outcome: { preview: FlowPreview } | { reason: string } = { reason: "none" };
  const writes = await tenant.writesDuring(async () => {
    outcome = await propose().then(({ preview }) => ({ preview: preview! }), getReason);
  });
  expect(writes).toEqual([]);
  return outcome as { preview?: FlowPreview; reason?: string };
}

const getReason = (error: { code: string }) => ({ reason: error.code });

test("creating a flow does what its preview showed, or both refuse for the same reason; the preview writes nothing", async () => {
  const tenant = flows.newTenant();
  const survey = await createTarget(tenant);
  const roulette = flows.roulettes.addTarget(tenant, "rou_1", { isActive: false });
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
      const given = { ...rest, ...to, slug: newSlug() };
      const { preview, reason } = await previewWithoutWrites(tenant, () => tenant.rpc.proposeCreateFlow(given));
      const written = await tenant.rpc.approveCreateFlow(given).catch(getReason);
      if (!preview) {
        expect(written).toMatchObject({ reason });
        return;
      }
      expect(written).toMatchObject({ slug: preview.slug, publicUrl: preview.publicUrl, status: "created" });
      expect(await readFlow(tenant, given.slug)).toEqual(toComparable(preview));
    }),
    { numRuns: propertyRuns(40) },
  );
});

test("updating a flow does what its preview showed, or both refuse for the same reason; the preview writes nothing", async () => {
  const tenant = flows.newTenant();
  const survey = await createTarget(tenant);
  const roulette = flows.roulettes.addTarget(tenant, "rou_1");
  const slug = newSlug();
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
      const given = { slug, ...settings, ...(isPartial ? partial : to) };
      const before = await readFlow(tenant, slug);
      const { preview, reason } = await previewWithoutWrites(tenant, () => tenant.rpc.proposeUpdateFlow(given));
      const written = await tenant.rpc.approveUpdateFlow(given).catch(getReason);
      const after = await readFlow(tenant, slug);
      if (!preview) {
        expect([written, after]).toMatchObject([{ reason }, before]);
        return;
      }
      expect(written).toMatchObject({ slug, updated: true });
      expect(after).toEqual(toComparable(preview));
      const toComparableName = (name: string) => (name === "redirect" ? "target" : name) as keyof typeof before;
      const differences = Object.keys(after).filter(
        (name) =>
          JSON.stringify(after[name as keyof typeof after]) !== JSON.stringify(before[name as keyof typeof before]),
      );
      expect(preview.changes.map(toComparableName).toSorted()).toEqual(differences.toSorted());
    }),
    { numRuns: propertyRuns(40) },
  );
});
