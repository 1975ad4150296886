import { createPassVerifier, type PassTarget } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createActiveFlow, createTarget, createVisitor, startTestFlows, type TestFlows } from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const registrationFields = [
  { text: "Nombre", value: "name", isRequired: true },
  { text: "Correo", value: "email", type: "email", isRequired: true },
];
const answers = { name: "Ana Pérez", email: "Ana.Perez@example.com" };

async function register(type: PassTarget["type"], given = answers) {
  const tenant = flows.newTenant();
  const service = type === "roulette" ? flows.roulettes : flows.learning;
  const id = service.addTarget(tenant, newId(type === "roulette" ? "rlt" : "crs"));
  const slug = await createActiveFlow(tenant, { registrationFields, redirectType: type, redirectTargetId: id });
  const response = await createVisitor(flows).submit(slug, given);
  const token = new URL(response.headers.get("location") ?? "").searchParams.get("pass") ?? "";
  const [registration] = await tenant.scope().collection("registrations").find({});
  return { tenant, id, slug, response, token, registrationId: registration?._id };
}

test("after a registration the address of a roulette carries a pass for it, and the answer a cookie for its page only", async () => {
  const { tenant, id, slug, response, token, registrationId } = await register("roulette");
  const pass = createPassVerifier(flows.publicKeys)(token, { type: "roulette", id });
  expect(pass).toMatchObject({
    businessId: tenant.businessId,
    slug,
    registrationId,
    isVerified: false,
    provenContact: [],
  });
  const [cookie = "", ...others] = response.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(
    new RegExp(
      `^__Secure-pass-[\\w-]{12}=[\\w-]{43}\\.[\\w-]+; Max-Age=900; Path=/roulette/${id}; HttpOnly; Secure; SameSite=Lax$`,
    ),
  );
});

test("neither the address nor a log line can show what the visitor answered, also on the way to a course", async () => {
  for (const type of ["roulette", "course"] as const) {
    const { token, response, registrationId } = await register(type, {
      name: "Guadalupe Pérez",
      email: "guadalupe@example.com",
    });
    const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    expect(claims).toContain(registrationId);
    expect(claims + (response.headers.get("location") ?? "")).not.toMatch(/guadalupe|p%C3|example\.com"/i);
  }
});

test("a registration that is sent twice is one visitor with one registration", async () => {
  const tenant = flows.newTenant();
  const id = flows.roulettes.addTarget(tenant, newId("rlt"));
  const slug = await createActiveFlow(tenant, { registrationFields, redirectType: "roulette", redirectTargetId: id });
  const visitor = createVisitor(flows);
  const form = { ...answers, _submission: crypto.randomUUID() };
  const responses = await Promise.all([visitor.submit(slug, form), visitor.submit(slug, form)]);
  const passes = responses.map((response) => {
    const token = new URL(response.headers.get("location") ?? "").searchParams.get("pass") ?? "";
    return createPassVerifier(flows.publicKeys)(token, { type: "roulette", id });
  });
  expect(new Set(passes.map((pass) => `${pass?.registrationId} ${pass?.visitorId}`)).size).toBe(1);
  expect(new Set(passes.map((pass) => pass?.jti)).size).toBe(2);
});

test("an address of another site gets no pass and no cookie", async () => {
  const tenant = flows.newTenant();
  const survey = await createTarget(tenant);
  const slugs = [
    await createActiveFlow(tenant, { registrationFields, redirectType: "survey", redirectTargetId: survey }),
    await createActiveFlow(tenant, { registrationFields }),
  ];
  for (const slug of slugs) {
    const response = await createVisitor(flows).submit(slug, answers);
    expect([response.status, response.headers.getSetCookie()]).toEqual([303, []]);
    expect(response.headers.get("location")).not.toContain("pass=");
  }
});
