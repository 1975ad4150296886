import { newId } from "@tenant-ops/kit/data";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Registration } from "./registrations.store.js";
import { ana, aSlug, type FlowsHouse, givenFlow, givenTarget, startFlows, type Tenant, visitor } from "./testing.js";

let house: FlowsHouse;
beforeAll(async () => void (house = await startFlows()));
afterAll(() => house.close());

const registrations = (tenant: Tenant) => tenant.scope().collection<Registration>("registrations").find({});
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
  test("shows the form in the language of the business's country, with nothing but its own style sheet", async () => {
    const slug = await givenFlow(house.newTenant(), { name: "Gran rifa" });
    const response = await visitor(house).open(slug);
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

    const english = await givenFlow(house.newTenant({ country: "US" }));
    expect(await (await visitor(house).open(english)).text()).toMatch(/lang="en"[^]*>First Name<\/label>/);
  });

  test("an unknown, an inactive and a malformed slug get the same friendly page", async () => {
    const tenant = house.newTenant();
    const inactive = await givenFlow(tenant);
    await tenant.rpc.approveUpdateFlow({ slug: inactive, isActive: false });
    const pages = new Set<string>();
    for (const slug of [inactive, aSlug(), "x".repeat(300), "A B", "a/b", '"><script>', "%00", "__proto__", ""]) {
      for (const method of ["GET", "POST"]) {
        const response = await visitor(house, { "accept-language": "es-MX,es" }).open(encodeURI(slug), method);
        expect([slug, response.status]).toEqual([slug, 404]);
        expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
        pages.add(await response.text());
      }
    }
    expect([...pages]).toHaveLength(1);
    expect([...pages][0]).toContain("Esta página no está disponible");
  });

  test("every text that a business typed is shown as text", async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(1)</script>'\`{{7*7}}</title></style></textarea>&amp;`;
    const slug = await givenFlow(house.newTenant(), {
      name: evil,
      registrationFields: [
        { text: evil, value: "a", type: evil.slice(0, 30), placeholder: evil },
        { text: evil, value: "b", type: "textarea", placeholder: evil },
        { text: evil, value: "c", type: "select", placeholder: `${evil}|${evil}2` },
        { text: evil, value: "d", type: "checkbox", placeholder: evil, isRequired: true },
      ],
    });
    const shown = await (await visitor(house).open(slug)).text();
    const again = await (await visitor(house).send(slug, { a: evil, b: evil, c: evil, d: evil })).text();
    for (const text of [shown, again]) {
      expect(text).not.toMatch(/<script|<img|<\/textarea>[^<\s]|onerror=alert\(1\)>/);
      expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      expect(text.match(/<style>/g)).toHaveLength(1);
      expect(text.match(/<\/title>/g)).toHaveLength(1);
    }
  });
});

describe("sending the form", () => {
  test("stores the registration, announces it without personal data, and leads to the stored target with UTM values", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant, {
      redirectType: "url",
      redirectUrl: "https://example.com/hola?x=1&utm_source=old#top",
      source: "ig & fb",
      campaign: "verano",
    });

    const response = await visitor(house).send(slug, {
      ...ana,
      redirect: "https://evil.example",
      url: "https://evil.example",
    });

    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      "https://example.com/hola?x=1&utm_source=ig+%26+fb&utm_campaign=verano#top",
    );
    const [stored] = await registrations(tenant);
    expect(stored).toMatchObject({ slug, answers: ana, utm: { source: "ig & fb", campaign: "verano" } });
    expect(Object.keys(stored?.answers ?? {})).toEqual(Object.keys(ana));
    const events = await tenant.events(FlowRegistrationCompletedSchema);
    expect(events).toMatchObject([{ registrationId: stored?._id, slug, redirectType: "url", campaign: "verano" }]);
    expect(JSON.stringify(events)).not.toMatch(/Ana|Pérez/);
  });

  test("a roulette, a course, a survey and an event are where they are, whatever the request says", async () => {
    const tenant = house.newTenant();
    const roulette = house.roulettes.give(tenant, newId("rou"));
    const course = house.learning.give(tenant, newId("crs"));
    const survey = await givenTarget(tenant);
    const cases = [
      ["roulette", roulette, `https://console.example.com/roulette/${roulette}?utm_medium=qr`],
      ["course", course, `https://console.example.com/course/${course}?utm_medium=qr`],
      ["survey", survey, "https://survey.example.com/s/1?utm_medium=qr"],
    ] as const;
    for (const [redirectType, redirectTargetId, address] of cases) {
      const slug = await givenFlow(tenant, { redirectType, redirectTargetId, medium: "qr" });
      const response = await visitor(house, { referer: "https://evil.example" }).send(
        `${slug}?next=https://evil.example`,
        ana,
      );
      expect([response.status, response.headers.get("location")]).toEqual([303, address]);
    }
  });

  test("a dead target shows a thank-you page; the registration is stored", async () => {
    const tenant = house.newTenant();
    const roulette = house.roulettes.give(tenant, newId("rou"));
    const course = house.learning.give(tenant, newId("crs"));
    const survey = await givenTarget(tenant);
    const slugs = [
      await givenFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette }),
      await givenFlow(tenant, { redirectType: "course", redirectTargetId: course }),
      await givenFlow(tenant, { redirectType: "survey", redirectTargetId: survey }),
    ];
    house.roulettes.take(tenant, roulette);
    house.learning.give(tenant, course, { isActive: false });
    expect((await tenant.http("DELETE", `/v1/public/flows/targets/${survey}`)).status).toBe(204);
    for (const slug of slugs) {
      const response = await visitor(house).send(slug, ana);
      expect(response.status).toBe(200);
      expect(response.headers.get("location")).toBeNull();
      expect(await response.text()).toContain("¡Gracias!");
    }
    expect(await registrations(tenant)).toHaveLength(3);
  });

  test("what is missing or wrong is said at the field, and what was typed is kept", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant, { registrationFields: someFields });
    const typed = {
      email: "ana@",
      phone: "12",
      size: "XXL",
      age: "old",
      born: "2026-02-30",
      note: 'a "b" <c>',
      terms: "",
    };

    const response = await visitor(house).send(slug, typed);
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
    expect(await registrations(tenant)).toEqual([]);

    expect((await visitor(house).send(slug, someAnswers)).status).toBe(303);
    expect((await registrations(tenant))[0]?.answers).toEqual(someAnswers);
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
    const slug = await givenFlow(house.newTenant(), { registrationFields: someFields });
    const response = await visitor(house).send(slug, { ...someAnswers, [field]: answer });
    expect(response.status).toBe(422);
    expect((await response.text()).match(/id="error-\w+"/g)).toEqual([`id="error-${field}"`]);
  });

  test("an impatient second tap is the same registration; a corrected form is another one", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const person = visitor(house);
    const [, token = ""] = /name="_submission" value="([^"]+)"/.exec(await (await person.open(slug)).text()) ?? [];
    const form = { ...ana, _submission: token };
    const taps = await Promise.all([person.send(slug, form), person.send(slug, form), person.send(slug, form)]);
    expect(taps.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await registrations(tenant)).toHaveLength(1);
    await person.send(slug, { ...form, last_name: "Pérez Gil" });
    expect(await registrations(tenant)).toHaveLength(2);
    expect(await tenant.events(FlowRegistrationCompletedSchema)).toHaveLength(2);
  });

  test("what no form sends is answered with a page, and stores nothing", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant);
    const url = `${house.service.httpUrl}/flow/${slug}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const cases = [
      { headers: { "content-type": "application/json" }, body: JSON.stringify(ana), status: 415 },
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
    expect(await registrations(tenant)).toEqual([]);
  });

  test("control characters do not get into what is stored", async () => {
    const tenant = house.newTenant();
    const slug = await givenFlow(tenant, {
      registrationFields: [
        { text: "N", value: "n" },
        { text: "T", value: "t", type: "textarea" },
      ],
    });
    await visitor(house).send(slug, { n: " Ana\u0000\r\nX: 1 ", t: "one\r\ntwo\u0007" });
    expect((await registrations(tenant))[0]?.answers).toEqual({ n: "Ana  X: 1", t: "one\ntwo" });
  });
});

describe("a neighbour that is away when the form is sent", () => {
  test("the registration is stored and the visitor goes on to the console", async () => {
    const own = await startFlows();
    const tenant = own.newTenant();
    const roulette = own.roulettes.give(tenant, newId("rou"));
    const slug = await givenFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette });
    await own.close();

    const alone = await startFlows({
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      MONGODB_DATABASE: own.service.running.context.db.name,
    });
    const response = await visitor(alone).send(slug, ana);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `https://console.example.com/roulette/${roulette}`,
    ]);
    await alone.close();
  });
});
