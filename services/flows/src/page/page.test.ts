import { newId } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Registration } from "../registrations/registrations.rules.js";
import {
  createActiveFlow,
  createTarget,
  createVisitor,
  type FlowsTenant,
  newSlug,
  readLocation,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const findRegistrations = (tenant: FlowsTenant) => tenant.scope().collection<Registration>("registrations").find({});
const someFields = [
  { text: "Correo", value: "email", type: "email", isRequired: true },
  { text: "Teléfono", value: "phone", type: "phone", placeholder: "55 1234 5678" },
  { text: "Talla", value: "size", type: "select", placeholder: "S|M|L", isRequired: true },
  { text: "Edad", value: "age", type: "number" },
  { text: "Nacimiento", value: "born", type: "date" },
  { text: "Comentario", value: "note", type: "textarea" },
  { text: "Acepto los términos", value: "terms", type: "checkbox", isRequired: true },
];
const someAnswers = { email: "ana@example.com", size: "M", terms: "yes" };

describe("opening the page", () => {
  test("shows the form in the language of the business's country, and the policy allows only its own style sheet", async () => {
    const slug = await createActiveFlow(flows.newTenant(), { name: "Gran rifa" });
    const response = await createVisitor(flows).open(slug);
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self' https:",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|https?:\/\//i);
    expect(text).toContain('<html lang="es">');
    for (const words of ["<h1>Gran rifa</h1>", ">Nombre</label>", ">Apellidos</label>", ">País</label>"]) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/<option value="MX" selected>México<\/option>/);

    const english = await createActiveFlow(flows.newTenant({ country: "US" }));
    expect(await (await createVisitor(flows).open(english)).text()).toMatch(/lang="en"[^]*>First Name<\/label>/);

    const portuguese = await createActiveFlow(flows.newTenant({ country: "BR" }));
    expect(await (await createVisitor(flows).open(portuguese)).text()).toMatch(/lang="pt"[^]*>Sobrenome<\/label>/);
  });

  test("an unknown, an inactive and a malformed slug get the same page", async () => {
    const tenant = flows.newTenant();
    const inactive = await createActiveFlow(tenant);
    await tenant.rpc.approveUpdateFlow({ slug: inactive, isActive: false });
    const pages = new Set<string>();
    for (const slug of [inactive, newSlug(), "x".repeat(300), "A B", "a/b", '"><script>', "%00", "__proto__", ""]) {
      for (const method of ["GET", "POST"]) {
        const response = await createVisitor(flows, { "accept-language": "es-MX,es" }).open(encodeURI(slug), method);
        expect([slug, response.status]).toEqual([slug, 404]);
        expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
        pages.add(await response.text());
      }
    }
    expect([...pages]).toHaveLength(1);
    expect([...pages][0]).toContain("Esta página no está disponible");
  });

  test("a page that visitors have seen says by name that it is over or paused when it is taken offline, in the language of the campaign", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { name: "Gran rifa" });
    await createVisitor(flows).open(slug);
    await tenant.rpc.approveUpdateFlow({ slug, isActive: false });
    for (const method of ["GET", "POST"]) {
      const response = await createVisitor(flows, { "accept-language": "en" }).open(slug, method);
      const page = await response.text();
      expect([response.status, page]).toEqual([404, expect.stringContaining("Gran rifa: terminó o está en pausa")]);
      expect(page).not.toContain("el enlace esté incompleto");
    }
  });

  test("every text of a business is escaped", async () => {
    const malicious = `"><img src=x onerror=alert(1)><script>alert(1)</script>'\`{{7*7}}</title></style></textarea>&amp;`;
    const slug = await createActiveFlow(flows.newTenant(), {
      name: malicious,
      registrationFields: [
        { text: malicious, value: "a", type: malicious.slice(0, 30), placeholder: malicious },
        { text: malicious, value: "b", type: "textarea", placeholder: malicious },
        { text: malicious, value: "c", type: "select", placeholder: `${malicious}|${malicious}2` },
        { text: malicious, value: "d", type: "checkbox", placeholder: malicious, isRequired: true },
      ],
    });
    const shown = await (await createVisitor(flows).open(slug)).text();
    const again = await (
      await createVisitor(flows).submit(slug, { a: malicious, b: malicious, c: malicious, d: malicious })
    ).text();
    for (const text of [shown, again]) {
      expect(text).not.toMatch(/<script|<img|<\/textarea>[^<\s]|onerror=alert\(1\)>/);
      expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      expect(text.match(/<style>/g)).toHaveLength(1);
      expect(text.match(/<\/title>/g)).toHaveLength(1);
    }
  });
});

describe("sending the form", () => {
  test("stores the registration, publishes an event without personal data, and redirects to the stored target with UTM values", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, {
      redirectType: "url",
      redirectUrl: "https://example.com/hola?x=1&utm_source=old#top",
      source: "ig & fb",
      campaign: "verano",
    });

    const response = await createVisitor(flows).submit(slug, {
      ...validAnswers,
      redirect: "https://evil.example",
      url: "https://evil.example",
    });

    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      "https://example.com/hola?x=1&utm_source=ig+%26+fb&utm_campaign=verano#top",
    );
    const [stored] = await findRegistrations(tenant);
    expect(stored).toMatchObject({ slug, answers: validAnswers, utm: { source: "ig & fb", campaign: "verano" } });
    expect(Object.keys(stored?.answers ?? {})).toEqual(Object.keys(validAnswers));
    const events = await tenant.events(FlowRegistrationCompletedSchema);
    expect(events).toMatchObject([{ registrationId: stored?._id, slug, redirectType: "url", campaign: "verano" }]);
    expect(JSON.stringify(events)).not.toMatch(/Ana|Pérez/);
  });

  test("redirects to the address of a roulette, course or survey, and ignores addresses in the request", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const course = flows.learning.addTarget(tenant, newId("crs"));
    const survey = await createTarget(tenant);
    const cases = [
      ["roulette", roulette, `https://console.example.com/roulette/${roulette}?utm_medium=qr`],
      ["course", course, `https://console.example.com/course/${course}?utm_medium=qr`],
      ["survey", survey, "https://survey.example.com/s/1?utm_medium=qr"],
    ] as const;
    for (const [redirectType, redirectTargetId, address] of cases) {
      const slug = await createActiveFlow(tenant, { redirectType, redirectTargetId, medium: "qr" });
      const response = await createVisitor(flows, { referer: "https://evil.example" }).submit(
        `${slug}?next=https://evil.example`,
        validAnswers,
      );
      expect([response.status, readLocation(response)]).toEqual([303, address]);
    }
  });

  test("shows a thank-you page when the target is missing or inactive, and stores the registration", async () => {
    const tenant = flows.newTenant();
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"));
    const course = flows.learning.addTarget(tenant, newId("crs"));
    const survey = await createTarget(tenant);
    const slugs = [
      await createActiveFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette }),
      await createActiveFlow(tenant, { redirectType: "course", redirectTargetId: course }),
      await createActiveFlow(tenant, { redirectType: "survey", redirectTargetId: survey }),
    ];
    flows.roulettes.removeTarget(tenant, roulette);
    flows.learning.addTarget(tenant, course, { isActive: false });
    expect((await tenant.http("DELETE", `/v1/public/flows/targets/${survey}`)).status).toBe(204);
    for (const slug of slugs) {
      const response = await createVisitor(flows).submit(slug, validAnswers);
      expect(response.status).toBe(200);
      expect(response.headers.get("location")).toBeNull();
      expect(await response.text()).toContain("¡Gracias!");
    }
    expect(await findRegistrations(tenant)).toHaveLength(3);
  });

  test("shows each problem at its field and keeps what was typed", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { registrationFields: someFields });
    const typed = {
      email: "ana@",
      phone: "12",
      size: "XXL",
      age: "old",
      born: "2026-02-30",
      note: 'a "b" <c>',
      terms: "",
    };

    const response = await createVisitor(flows).submit(slug, typed);
    const text = await response.text();

    expect(response.status).toBe(422);
    expect(text).toContain("<title>Error: Verano</title>");
    expect(text).toMatch(/role="alert" tabindex="-1" autofocus/);
    for (const value of ["email", "phone", "size", "age", "born", "terms"]) {
      expect(text).toContain(`href="#field-${value}"`);
      expect(text).toMatch(
        new RegExp(`id="field-${value}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*error-${value}"`),
      );
      expect(text).toContain(`id="error-${value}"`);
    }
    expect(text).not.toContain('id="error-note"');
    for (const kept of ['value="ana@"', 'value="12"', 'value="old"', "a &quot;b&quot; &lt;c&gt;"])
      expect(text).toContain(kept);
    expect(await findRegistrations(tenant)).toEqual([]);

    expect((await createVisitor(flows).submit(slug, someAnswers)).status).toBe(303);
    expect((await findRegistrations(tenant))[0]?.answers).toEqual(someAnswers);
  });

  test.each([
    ["email", ""],
    ["email", "   "],
    ["email", "a b@example.com"],
    ["email", "ana@example"],
    ["email", `${"a".repeat(300)}@example.com`],
    ["phone", "call me"],
    ["phone", "+1234567890123456"],
    ["size", "s"],
    ["age", "1e9"],
    ["born", "31/03/2026"],
    ["note", "x".repeat(2001)],
    ["terms", "no"],
  ])("a wrong answer is refused: %s (%#)", async (field, answer) => {
    const slug = await createActiveFlow(flows.newTenant(), { registrationFields: someFields });
    const response = await createVisitor(flows).submit(slug, { ...someAnswers, [field]: answer });
    expect(response.status).toBe(422);
    expect((await response.text()).match(/id="error-\w+"/g)).toEqual([`id="error-${field}"`]);
  });

  test("the same form sent twice is one registration; a corrected form is another one", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const person = createVisitor(flows);
    const [, token = ""] = /name="_submission" value="([^"]+)"/.exec(await (await person.open(slug)).text()) ?? [];
    const form = { ...validAnswers, _submission: token };
    const responses = await Promise.all([
      person.submit(slug, form),
      person.submit(slug, form),
      person.submit(slug, form),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await findRegistrations(tenant)).toHaveLength(1);
    await person.submit(slug, { ...form, last_name: "Pérez Gil" });
    expect(await findRegistrations(tenant)).toHaveLength(2);
    expect(await tenant.events(FlowRegistrationCompletedSchema)).toHaveLength(2);
  });

  test("a body that no form sends gets an error page and stores nothing", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const url = `${flows.service.httpUrl}/flow/${slug}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const cases = [
      { headers: { "content-type": "application/json" }, body: JSON.stringify(validAnswers), status: 415 },
      { headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x--", status: 415 },
      { headers: form, body: `first_name=${"x".repeat(70_000)}`, status: 413 },
      { headers: form, body: "", status: 422 },
      { headers: form, body: "__proto__=1&constructor=2&%E0%A4%A=3", status: 422 },
      { headers: form, body: "first_name[$ne]=1&last_name[$gt]=&country[]=MX", status: 422 },
    ];
    for (const { headers, body, status } of cases) {
      const response = await fetch(url, { method: "POST", headers, body });
      expect([body.slice(0, 30), response.status]).toEqual([body.slice(0, 30), status]);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect(await findRegistrations(tenant)).toEqual([]);
  });

  test("control characters are not stored", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, {
      registrationFields: [
        { text: "N", value: "n" },
        { text: "T", value: "t", type: "textarea" },
      ],
    });
    await createVisitor(flows).submit(slug, { n: " Ana\u0000\r\nX: 1 ", t: "one\r\ntwo\u0007" });
    expect((await findRegistrations(tenant))[0]?.answers).toEqual({ n: "Ana  X: 1", t: "one\ntwo" });
  });
});

describe("the roulettes service does not answer when the form is sent", () => {
  test("the registration is stored and the visitor is redirected to the console", async () => {
    const withRoulettes = await startTestFlows();
    const tenant = withRoulettes.newTenant();
    const roulette = withRoulettes.roulettes.addTarget(tenant, newId("rou"));
    const slug = await createActiveFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette });
    await withRoulettes.close();

    const withoutRoulettes = await startTestFlows({
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      MONGODB_DATABASE: withRoulettes.service.running.context.db.name,
    });
    try {
      const response = await createVisitor(withoutRoulettes).submit(slug, validAnswers);
      const address = `https://console.example.com/roulette/${roulette}`;
      expect([response.status, readLocation(response)]).toEqual([303, address]);
    } finally {
      await withoutRoulettes.close();
    }
  });
});
