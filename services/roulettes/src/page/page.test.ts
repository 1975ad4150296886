import type { MessageInitShape } from "@bufbuild/protobuf";
import { createContextSigner, createPassSigner } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import type { VisitorDetails } from "@tenant-ops/kit/pages";
import {
  createContextKeys,
  createTestPass,
  createTestVisitor,
  listAuditProblems,
  startTestService,
  type TestPass,
  type TestService,
} from "@tenant-ops/kit/testing";
import { DataService, type PersonNamesSchema } from "@tenant-ops/proto/common";
import { PrizeWonSchema, type RoulettesService, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { rouletteAudits } from "../audits.js";
import { send } from "../http.testing.js";
import { roulettes } from "../roulettes.js";
import { createRoulette, giftRequest, itemRequest, premium, type RoulettesTenant, spin, stored } from "../testing.js";

let service: TestService<typeof RoulettesService>;
beforeAll(async () => void (service = await startTestService(roulettes)));
afterAll(() => service.close());

const always = { gifts: [giftRequest("Points", { value: "Termo" }), giftRequest("Perder", { probability: 0 })] };
const never = { gifts: [giftRequest("Perder", { value: "Sigue participando" })] };

const toPath = (id: string) => `/roulette/${id}`;
const toPass = (tenant: RoulettesTenant, id: string, given: Partial<TestPass> = {}) =>
  createTestPass(tenant.businessId, { type: "roulette", id }, given);

/** A visitor who has come from a flow and used the pass. */
async function createVisitorOf(
  tenant: RoulettesTenant,
  id: string,
  given: Partial<TestPass> = {},
  details?: VisitorDetails,
) {
  const visitor = createTestVisitor(service);
  const answer = await visitor.get(visitor.receivePass(toPath(id), toPass(tenant, id, given), details));
  if (answer.status !== 303) throw new Error(`pass: ${answer.status} ${await answer.text()}`);
  return visitor;
}

type Visitor = Awaited<ReturnType<typeof createVisitorOf>>;

async function readSubmission(visitor: Visitor, id: string): Promise<string> {
  const page = await (await visitor.get(toPath(id))).text();
  return /name="_submission" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

async function spinOnce(visitor: Visitor, id: string): Promise<string> {
  const answer = await visitor.post(toPath(id), { _submission: await readSubmission(visitor, id) });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${toPath(id)}#result`]);
  return (await visitor.get(toPath(id))).text();
}

/** The chances on the page of somebody who has not spun. */
async function readChances(id: string): Promise<(readonly [name: string | undefined, percent: number])[]> {
  const page = await (await createTestVisitor(service).get(toPath(id))).text();
  const rows = page.matchAll(/<th scope="row">\s*(\S+)\s*<\/th>\s*<td>([\d,]+)/g);
  return [...rows].map(([, name, percent]) => [name, Number(percent?.replace(",", "."))]);
}

const readCode = (page: string) => /[2-9A-HJ-NP-TV-Z]{4}-[2-9A-HJ-NP-TV-Z]{4}/.exec(page)?.[0];

describe("the page of a roulette", () => {
  test("without a pass explains what it is, counts nothing and offers no spin", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { name: "Gran rifa" });
    let page = "";
    const writes = await tenant.writesDuring(async () => {
      const response = await createTestVisitor(service).get(toPath(id));
      page = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get("set-cookie")).toBeNull();
    });
    expect(writes).toEqual([]);
    expect(page).toContain("Gran rifa");
    expect(page).toContain("regístrate con el enlace");
    expect(page).not.toMatch(/<form|<script|\son\w+=|\sstyle=/);
  });

  test("shows the chances of the draw: a gift that is used up has none, and its fallback has them", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, {
      gifts: [
        giftRequest("Points", { value: "Uno", probability: 1, quantity: 0, fallback: "Dos" }),
        giftRequest("Points", { value: "Dos", probability: 1 }),
        giftRequest("Perder", { value: "Nada", probability: 6 }),
      ],
    });
    expect(await readChances(id)).toEqual([
      ["Uno", 0],
      ["Dos", 25],
      ["Nada", 75],
    ]);
  });

  test("and the owner show the same chances, before and after a gift is sold out", async () => {
    const tenant = service.newTenant();
    const { id: itemId } = await tenant.rpc.createItem(itemRequest({ availableStock: 1 }));
    const id = await createRoulette(tenant, {
      gifts: [
        giftRequest("Points", { value: "Taza", probability: 1, quantity: 1, guaranteedForFirstTimers: true }),
        giftRequest("Fisico", { value: "Gorra", probability: 2, quantity: 5, itemId, guaranteedForFirstTimers: true }),
        giftRequest("Points", { value: "Bono", probability: 3 }),
        giftRequest("Perder", { value: "Nada", probability: 2 }),
      ],
    });
    const expectChances = async (first: number[], later: number[]) => {
      const { gifts } = await tenant.rpc.getRoulette({ rouletteId: id });
      const { body } = await send(tenant, "GET", `/v1/public/roulettes/${id}`);
      const byRest = body["gifts"] as { value: string; chancePercent: number; firstSpinChancePercent: number }[];
      expect((await readChances(id)).map(([, chance]) => chance)).toEqual(first);
      expect(gifts.map(({ firstSpinChancePercent }) => firstSpinChancePercent)).toEqual(first);
      expect(byRest.map(({ firstSpinChancePercent }) => firstSpinChancePercent)).toEqual(first);
      expect(gifts.map(({ chancePercent }) => chancePercent)).toEqual(later);
      expect(byRest.map(({ chancePercent }) => chancePercent)).toEqual(later);
    };
    await expectChances([33.33, 66.67, 0, 0], [12.5, 25, 37.5, 25]);
    // Two first spins win the mug and the cap, in any order.
    for (const userId of ["u-1", "u-2"])
      expect((await spin(tenant, id, userId)).answer).toMatchObject({ result: "won" });
    const soldOut = [0, 0, 37.5, 62.5];
    await expectChances(soldOut, soldOut);
  });

  test("says that it is over or paused, by name, when it was switched off after somebody has spun", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { name: "Gran rifa" });
    await spin(tenant, id, "u-1");
    await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { isActive: false });
    for (const method of ["GET", "POST"]) {
      const response = await createTestVisitor(service).get(toPath(id), { method });
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining("Gran rifa: terminó o está en pausa"),
      ]);
    }
  });

  test("is the same 404 page for an unknown, an inactive and a malformed id", async () => {
    const tenant = service.newTenant();
    const inactive = await createRoulette(tenant, { isActive: false });
    const pages = new Set<string>();
    for (const id of [
      inactive,
      newId("rlt"),
      newId("spn"),
      "x",
      "",
      "rlt_x",
      "%00",
      '"><script>',
      "a/b",
      "x".repeat(250),
    ]) {
      for (const method of ["GET", "POST"]) {
        const response = await createTestVisitor(service).get(encodeURI(toPath(id)), { method });
        expect([id, response.status]).toEqual([id, 404]);
        expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
        pages.add(await response.text());
      }
    }
    expect(pages.size).toBe(1);
  });

  test.each([
    ["BR", "pt", "Roleta de prêmios"],
    ["US", "en", "Prize wheel"],
    ["MX", "es", "Ruleta de premios"],
  ])("is in the language of the business's country (%s)", async (country, language, words) => {
    const id = await createRoulette(service.newTenant({ country }));
    const page = await (await createTestVisitor(service).get(toPath(id))).text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(words);
  });

  test("of a sandbox carries its mark and is not for search engines", async () => {
    const id = await createRoulette(service.newTenant({ businessId: newId("sbx") }));
    const response = await createTestVisitor(service).get(toPath(id));
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(await response.text()).toContain("Página de prueba");
  });

  test("escapes every text of the business", async () => {
    const malicious = `"><img src=x onerror=alert(1)><script>alert(1)</script>'\`</title></style></svg>`;
    const tenant = service.newTenant();
    const texts = { name: malicious, textToWin: malicious, termsAndConditions: malicious };
    const gift = giftRequest("Points", { value: malicious, message: malicious, emoji: `"><b>` });
    const id = await createRoulette(tenant, { ...texts, gifts: [gift, giftRequest("Perder", { probability: 0 })] });
    const page = await spinOnce(await createVisitorOf(tenant, id), id);
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });
});

describe("a visitor with a pass", () => {
  test("loses it from the address, gets a cookie of this page only, and spins once", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const visitor = createTestVisitor(service);
    const pass = toPass(tenant, id);
    const answer = await visitor.get(visitor.receivePass(`${toPath(id)}?utm_source=ig`, pass));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, toPath(id)]);
    const [cookie, removed] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(`^visitor-${id}=[\\w-]{43}; Max-Age=15552000; Path=/roulette/${id}; HttpOnly; SameSite=Lax$`),
    );
    expect(removed).toMatch(/^pass-[\w-]{12}=; Max-Age=0;/);

    const page = await spinOnce(visitor, id);
    expect(page).toContain("¡Ganaste!");
    expect(page).not.toContain("<form");
    const { spins, prizes, players } = await stored(tenant, id);
    expect(spins).toMatchObject([{ userId: pass.visitorId, result: "won" }]);
    expect(prizes).toMatchObject([{ code: readCode(page), registration: { registrationId: pass.registrationId } }]);
    expect(players).toMatchObject([{ spins: 1, wins: 1 }]);
    expect(await tenant.events(SpinCompletedSchema)).toHaveLength(1);
    expect(await tenant.events(PrizeWonSchema)).toHaveLength(1);
  });

  test("sees the same prize and code when the page is opened again, also after the roulette was deactivated", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, ...premium });
    const visitor = await createVisitorOf(tenant, id);
    const code = readCode(await spinOnce(visitor, id));
    await tenant.rpc.approveUpdateRoulette({ rouletteId: id, isActive: false });
    const page = await (await visitor.get(toPath(id))).text();
    expect(readCode(page)).toBe(code);
    expect(page).toContain("Válido hasta el");
    expect(page).toContain("GMT\u20116");
  });

  test("sees a sentence when nothing was won", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...never, textToLose: "Suerte para la próxima" });
    const page = await spinOnce(await createVisitorOf(tenant, id), id);
    expect(page).toContain("Esta vez no hubo premio");
    expect(page).toContain("Suerte para la próxima");
  });

  test("spins as often as spinsPerVisitor says, and no more", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, never);
    const changed = await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { spinsPerVisitor: 2 });
    expect([changed.status, changed.body["spinsPerVisitor"]]).toEqual([200, 2]);
    const visitor = await createVisitorOf(tenant, id);
    expect(await spinOnce(visitor, id)).toContain("Te queda 1 giro.");
    expect(await spinOnce(visitor, id)).toContain("Ya usaste todos tus giros.");
    await visitor.post(toPath(id), { _submission: crypto.randomUUID() });
    expect((await stored(tenant, id)).spins).toHaveLength(2);
  });

  test("wins no more than max_wins", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, maxWins: 1 });
    await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { spinsPerVisitor: 5 });
    const visitor = await createVisitorOf(tenant, id);
    expect(await spinOnce(visitor, id)).not.toContain("<form");
    await visitor.post(toPath(id), { _submission: crypto.randomUUID() });
    expect((await stored(tenant, id)).prizes).toHaveLength(1);
  });

  test("cannot spin again after registering again with the same address, and sees the prize in the same browser", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const visitorId = newId("vis");
    const visitor = await createVisitorOf(tenant, id, { visitorId });
    const code = readCode(await spinOnce(visitor, id));
    await visitor.get(visitor.receivePass(toPath(id), toPass(tenant, id, { visitorId })));
    expect(readCode(await (await visitor.get(toPath(id))).text())).toBe(code);

    const elsewhere = await createVisitorOf(tenant, id, { visitorId });
    const page = await (await elsewhere.get(toPath(id))).text();
    expect(page).toContain("Con estos datos ya se giró la ruleta");
    expect(page).not.toContain("<form");
    expect(readCode(page)).toBeUndefined();

    const proven = await createVisitorOf(tenant, id, { visitorId, isVerified: true });
    expect(readCode(await (await proven.get(toPath(id))).text())).toBe(code);
  });

  test("another person on the same device has an own spin and does not see the earlier prize", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const visitor = await createVisitorOf(tenant, id);
    const code = readCode(await spinOnce(visitor, id));
    await visitor.get(visitor.receivePass(toPath(id), toPass(tenant, id)));
    const page = await (await visitor.get(toPath(id))).text();
    expect(page).toContain("<form");
    expect(page).not.toContain(code);
  });
});

test("prizes and spins are found by any word of the visitor's name, e-mail and phone, and prizes by their code", async () => {
  const tenant = service.newTenant();
  const id = await createRoulette(tenant, always);
  const people = [
    { fullName: "Guadalupe Pérez", email: "lupe@example.com", phone: "+525512345678" },
    { fullName: "Pedro Pérez", email: "pedro@example.com" },
  ];
  for (const details of people)
    await spinOnce(await createVisitorOf(tenant, id, { registrationId: newId("reg") }, details), id);
  const paths = ["/v1/public/prizes", `/v1/public/roulettes/${id}/spins`];
  const find = async (path: string, search: string, of = tenant) => {
    const { items } = (
      await send(of, "GET", `${path}${path.includes("?") ? "&" : "?"}search=${encodeURIComponent(search)}`)
    ).body as {
      items: { registration: { fullName: string }; code?: string }[];
    };
    return items;
  };
  for (const path of paths) {
    const findNames = async (search: string) =>
      (await find(path, search)).map(({ registration }) => registration.fullName);
    expect(await findNames("perez")).toEqual(["Pedro Pérez", "Guadalupe Pérez"]);
    for (const search of ["PÉREZ guada", "lupe@example.com", "55 1234 5678", "5678"])
      expect([search, await findNames(search)]).toEqual([search, ["Guadalupe Pérez"]]);
    expect(await findNames("maria")).toEqual([]);
  }
  const { items: spins } = await tenant.rpc.listSpins({ rouletteId: id, search: "PEREZ guada" });
  expect(spins.map(({ registration }) => registration?.fullName)).toEqual(["Guadalupe Pérez"]);
  const [prize] = await find("/v1/public/prizes", "pedro");
  for (const code of [prize?.code, prize?.code?.replace("-", "").toLowerCase()])
    expect(await find("/v1/public/prizes", code ?? "")).toEqual([prize]);
  expect(await find("/v1/public/prizes?status=won", "pedro")).toEqual([prize]);
  // Agents read spins without the right to see codes, so no search of spins leads to a code.
  const code = prize?.code?.split("-")[0] ?? "";
  expect((await tenant.rpc.listSpins({ rouletteId: id, search: code })).items).toEqual([]);
  expect(await find("/v1/public/prizes", "perez", service.newTenant())).toEqual([]);
});

describe("who won what", () => {
  const details = { fullName: "Guadalupe Pérez", email: "lupe@example.com", phone: "+525512345678" };
  const proven = { isVerified: true, provenContact: ["phone" as const] };

  async function winPrize(given: Partial<TestPass> = proven) {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const registrationId = newId("reg");
    await spinOnce(await createVisitorOf(tenant, id, { registrationId, ...given }, details), id);
    const [prize] = (await tenant.rpc.listPrizes({})).items;
    return { tenant, id, registrationId, prizeId: prize?.id ?? "", prize };
  }

  test("spin and prize name the visitor of the registration and which contact is proven, over REST and for agents, and no event does", async () => {
    const { tenant, id, registrationId, prizeId, prize } = await winPrize();
    const registration = { slug: "verano", registrationId, ...proven, ...details };
    for (const path of ["/v1/public/prizes", `/v1/public/roulettes/${id}/spins`])
      expect((await send(tenant, "GET", path)).body["items"]).toMatchObject([{ registration }]);
    expect((await send(tenant, "GET", `/v1/public/prizes/${prizeId}`)).body).toMatchObject({ registration });
    expect(prize).toMatchObject({ registration });
    expect((await tenant.rpc.listSpins({ rouletteId: id })).items).toMatchObject([{ registration }]);
    const { preview, warnings } = await tenant.rpc.proposePrizeClaim({ prizeId });
    expect(preview).toMatchObject({ registration });
    expect(warnings[0]).toContain("who says they are Guadalupe Pérez gets Termo");
    expect((await send(tenant, "POST", `/v1/public/prizes/${prizeId}/claim`)).body).toMatchObject({ registration });
    const events = [...(await tenant.events(SpinCompletedSchema)), ...(await tenant.events(PrizeWonSchema))];
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/Guadalupe|lupe@|5512345678/);
  });

  test("another business sees neither prize nor contact", async () => {
    const { prizeId } = await winPrize();
    const other = service.newTenant();
    expect((await send(other, "GET", "/v1/public/prizes")).body["items"]).toEqual([]);
    expect((await send(other, "GET", `/v1/public/prizes/${prizeId}`)).status).toBe(404);
    expect((await other.rpc.listPrizes({})).items).toEqual([]);
  });

  test.each([
    ["a visitor without a proof", {}],
    ["a visitor who has proved an account", { isVerified: true }],
  ])("of %s no contact is proven", async (_, given) => {
    const { tenant } = await winPrize(given);
    const { items } = (await send(tenant, "GET", "/v1/public/prizes")).body;
    expect(items).toMatchObject([{ registration: { isVerified: "isVerified" in given, provenContact: [] } }]);
  });

  test("of a copy that does not say which contact is proven, none is known to be", async () => {
    const { tenant, id, prizeId } = await winPrize();
    for (const name of ["prizes", "spins"])
      await tenant
        .scope()
        .collection(name)
        .updateOne({}, { $unset: { "registration.provenContact": true } });
    for (const path of ["/v1/public/prizes", `/v1/public/roulettes/${id}/spins`])
      expect((await send(tenant, "GET", path)).body["items"]).toMatchObject([{ registration: { provenContact: [] } }]);
    const { preview } = await tenant.rpc.proposePrizeClaim({ prizeId });
    expect(preview?.registration).toMatchObject({ isVerified: true, provenContact: [] });
  });

  test("an export has the proven contact, and an erasure leaves nothing of it, also in stored answers", async () => {
    const { tenant, prizeId } = await winPrize();
    await send(tenant, "POST", `/v1/public/prizes/${prizeId}/claim`, undefined, "claim-1");
    const people = tenant.rpcOf(DataService);
    const names = { phones: [details.phone] };
    let [exported, position] = ["", ""];
    do {
      const part = await people.exportPerson({ names, position });
      exported += new TextDecoder().decode(part.lines);
      position = part.position;
    } while (position !== "");
    expect(exported.match(/"provenContact":\["phone"\]/g)).toHaveLength(3);

    const erasure = { requestId: newId("prq"), names, tombstone: "erased_1", pass: 1 };
    const erase = () => people.erasePerson(erasure);
    let result = await erase();
    while (!result.isComplete) result = await erase();
    const stores = ["spins", "prizes", "visitors", "idempotency"] as const;
    const left = await Promise.all(stores.map((name) => tenant.scope().collection(name).find({})));
    expect(JSON.stringify(left)).not.toMatch(/provenContact|Guadalupe|5512345678|lupe@/);
  });
});

describe("a visitor has typed the e-mail address of another person beside an own phone", () => {
  const visitorId = `vis_${"a1".repeat(16)}`;
  const phones = { phones: ["525512345678"] };
  const noNames = { emails: [], userIds: [], phones: [] };

  /** Both persons spin: the id of the visitor is computed from the address, so it is the same for both. */
  async function spinBoth() {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, maxWins: 5 });
    await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { spinsPerVisitor: 5 });
    const [own, stranger] = [newId("reg"), newId("reg")];
    const email = "victim@example.com";
    const both = [
      [own, { fullName: "Ana Pérez", email, phone: "+525500000001" }],
      [stranger, { fullName: "Luis", email, phone: "+525512345678" }],
    ] as const;
    for (const [registrationId, details] of both)
      await spinOnce(await createVisitorOf(tenant, id, { visitorId, registrationId }, details), id);
    const people = tenant.rpcOf(DataService);
    const requestId = newId("prq");
    const listSpins = async () =>
      (await tenant.rpc.listSpins({ rouletteId: id })).items.map(({ userId, registration }) => [
        userId,
        registration?.registrationId,
      ]);
    const erase = async (names: MessageInitShape<typeof PersonNamesSchema>, pass = 1) => {
      const part = () => people.erasePerson({ requestId, names, tombstone: "erased_1", pass });
      let result = await part();
      while (!result.isComplete) result = await part();
      return result.changedInPass;
    };
    const audit = () => listAuditProblems(service.running.context.db, rouletteAudits, tenant.businessId);
    return { tenant, people, listSpins, erase, audit, own, stranger, email };
  }

  test("a request about the phone leads to the registration, and to neither the address nor the id of the visitor", async () => {
    const { people, stranger, own, email } = await spinBoth();
    const { found, links, unproven } = await people.findPerson({ names: phones });
    expect(found.map(({ collection, records }) => [collection, records])).toEqual([
      ["spins", 1],
      ["prizes", 1],
      ["visitors", 1],
    ]);
    expect(links).toMatchObject({ ...noNames, userIds: [stranger] });
    expect(unproven).toMatchObject({ ...noNames, emails: [email] });
    // The registration leads to its own spins and prizes only.
    const behind = await people.findPerson({ names: { userIds: [stranger] } });
    expect(behind.found).toEqual(found);
    expect(behind.links).toMatchObject(noNames);
    // The id stands for the address, and for everybody who has typed it.
    const byId = await people.findPerson({ names: { userIds: [visitorId] } });
    expect(byId.links?.userIds.toSorted()).toEqual([own, stranger].toSorted());
    expect(byId.unproven).toMatchObject(noNames);
  });

  test("an erasure by the phone removes what that visitor has typed, and the counts of the other person stay right", async () => {
    const { listSpins, erase, audit, own } = await spinBoth();
    await erase(phones);
    expect(await listSpins()).toEqual([
      [visitorId, undefined],
      [visitorId, own],
    ]);
    expect((await audit()).problems).toEqual([]);
    expect(await erase(phones, 2)).toBe(0);
  });

  test("an erasure by the id of the visitor leaves no name in the spins and prizes", async () => {
    const { tenant, listSpins, erase, audit } = await spinBoth();
    await erase({ userIds: [visitorId] });
    expect(await listSpins()).toEqual([
      ["erased_1", undefined],
      ["erased_1", undefined],
    ]);
    const { items } = await tenant.rpc.listPrizes({});
    expect(items.map(({ userId, registration }) => [userId, registration])).toEqual([
      ["erased_1", undefined],
      ["erased_1", undefined],
    ]);
    expect((await audit()).problems).toEqual([]);
  });
});

describe("the claim code of a prize", () => {
  test("leads the business to the prize however it is typed, and another business to nothing", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const code = readCode(await spinOnce(await createVisitorOf(tenant, id), id)) ?? "";
    const [prize] = (await stored(tenant, id)).prizes;
    for (const typed of [code, code.toLowerCase(), code.replace("-", " "), code.replace("-", "")]) {
      const found = await send(tenant, "GET", `/v1/public/prizes?code=${encodeURIComponent(typed)}`);
      expect([found.status, found.body["items"]]).toMatchObject([200, [{ _id: prize?._id, code }]]);
    }
    for (const [asked, path] of [
      [service.newTenant(), `code=${code}`],
      [tenant, "code=2222-2222"],
      [tenant, `code=${code}&status=claimed`],
    ] as const) {
      expect((await send(asked, "GET", `/v1/public/prizes?${path}`)).body["items"]).toEqual([]);
    }
    expect((await send(tenant, "GET", `/v1/public/prizes?code=${"x".repeat(21)}`)).status).toBe(422);
  });

  test("is shown as used once the business has handed the prize over", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, always);
    const visitor = await createVisitorOf(tenant, id);
    await spinOnce(visitor, id);
    const [prize] = (await stored(tenant, id)).prizes;
    await send(tenant, "POST", `/v1/public/prizes/${prize?._id}/claim`, {});
    const page = await (await visitor.get(toPath(id))).text();
    expect(page).toContain("Entregado el");
    expect(page).not.toContain("Muestra este código");
  });
});

describe("a spin that is sent more than once", () => {
  test("twice at the same time from one browser is one spin", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, maxWins: 100 });
    const visitor = await createVisitorOf(tenant, id);
    const submissions = [await readSubmission(visitor, id), await readSubmission(visitor, id)];
    const answers = await Promise.all(
      [...submissions, ...submissions].map((_submission) => visitor.post(toPath(id), { _submission })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const { spins, prizes } = await stored(tenant, id);
    expect([spins.length, prizes.length]).toEqual([1, 1]);
  });

  test("with the same submission id is one spin where several are allowed", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, maxWins: 100 });
    await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { spinsPerVisitor: 10 });
    const visitor = await createVisitorOf(tenant, id);
    const _submission = await readSubmission(visitor, id);
    await Promise.all(Array.from({ length: 4 }, () => visitor.post(toPath(id), { _submission })));
    await visitor.post(toPath(id), { _submission });
    expect((await stored(tenant, id)).spins).toHaveLength(1);
  });

  test("to a process that died before it answered gives the same prize", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant, { ...always, maxWins: 100 });
    await send(tenant, "PATCH", `/v1/public/roulettes/${id}`, { spinsPerVisitor: 10 });
    const visitor = await createVisitorOf(tenant, id);
    const _submission = await readSubmission(visitor, id);
    // Another replica on the same database stores the spin; its answer never arrives.
    const { name } = service.running.context.db;
    const { CALL_CONTEXT_PUBLIC_KEYS } = service.running.context.config as { CALL_CONTEXT_PUBLIC_KEYS: string };
    const replica = await startTestService(roulettes, { MONGODB_DATABASE: name, CALL_CONTEXT_PUBLIC_KEYS });
    const elsewhere = createTestVisitor(replica, visitor.copyCookies());
    await elsewhere.post(toPath(id), { _submission });
    await replica.close();
    const [spun] = (await stored(tenant, id)).prizes;
    await visitor.post(toPath(id), { _submission });
    const { spins } = await stored(tenant, id);
    expect(spins).toHaveLength(1);
    expect(readCode(await (await visitor.get(toPath(id))).text())).toBe(spun?.code);
  });

  test("by many visitors at once never gives more prizes than there are units", async () => {
    const tenant = service.newTenant();
    const gifts = [giftRequest("Points", { quantity: 3 }), giftRequest("Perder", { probability: 0 })];
    const id = await createRoulette(tenant, { gifts });
    const visitors = await Promise.all(Array.from({ length: 12 }, () => createVisitorOf(tenant, id)));
    await Promise.all(visitors.map((visitor) => visitor.post(toPath(id), { _submission: crypto.randomUUID() })));
    const { spins, prizes } = await stored(tenant, id);
    expect([spins.length, prizes.length]).toEqual([12, 3]);
    expect(new Set(prizes.map(({ code }) => code)).size).toBe(3);
  });
});

describe("a pass that cannot be used counts nothing and is explained", () => {
  async function expectRefused(tenant: RoulettesTenant, visitor: Visitor, address: string): Promise<void> {
    const writes = await tenant.writesDuring(async () => {
      const answer = await visitor.get(address);
      expect(answer.status).toBe(403);
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(await answer.text()).toContain("Este acceso ya no sirve");
    });
    expect(writes).toEqual([]);
  }

  test("stolen: the address alone, without the cookie of the browser that registered", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const owner = createTestVisitor(service);
    const address = owner.receivePass(toPath(id), toPass(tenant, id));
    await expectRefused(tenant, createTestVisitor(service), address);
    // A mail scanner or a link preview that opens the address does not use the pass up.
    expect((await owner.get(address, { method: "HEAD" })).status).toBe(200);
    expect((await owner.get(address)).status).toBe(303);
  });

  test("replayed: used before, also by the browser that used it", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const visitor = createTestVisitor(service);
    const address = visitor.receivePass(toPath(id), toPass(tenant, id));
    await visitor.get(address);
    await expectRefused(tenant, visitor, address);
  });

  test("expired: after 15 minutes", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const visitor = createTestVisitor(service);
    const pass = toPass(tenant, id);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() - 15 * 60 * 1000 - 1000);
    const address = visitor.receivePass(toPath(id), pass);
    vi.restoreAllMocks();
    await expectRefused(tenant, visitor, address);
  });

  test("forged: signed with another key, changed, or of another kind of token", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const visitor = createTestVisitor(service);
    const address = new URL(visitor.receivePass(toPath(id), toPass(tenant, id)));
    const pass = address.searchParams.get("pass") ?? "";
    const [header, payload = "", signature] = pass.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as TestPass & { jti: string };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const foreign = createContextKeys("flows").privateKey;
    const forged = [
      createPassSigner(foreign)(claims),
      `${header}.${encode({ ...claims, visitorId: "vis_other" })}.${signature}`,
      `${encode({ alg: "none", typ: "visitor-pass" })}.${payload}.`,
      createContextSigner("flows", foreign)(tenant.caller, "roulettes"),
      `${header}.${payload}`,
      "x",
    ];
    for (const one of forged) {
      address.searchParams.set("pass", one);
      await expectRefused(tenant, visitor, address.href);
    }
  });

  test("for another roulette, for a course, or of another business", async () => {
    const [tenant, other] = [service.newTenant(), service.newTenant()];
    const [id, second, foreign] = [
      await createRoulette(tenant),
      await createRoulette(tenant),
      await createRoulette(other),
    ];
    const passes: TestPass[] = [
      toPass(tenant, second),
      createTestPass(tenant.businessId, { type: "course", id }),
      toPass(other, foreign),
      toPass(other, id),
    ];
    for (const pass of passes) {
      const visitor = createTestVisitor(service);
      await expectRefused(tenant, visitor, visitor.receivePass(toPath(id), pass));
    }
  });

  test("and the cookie of one roulette does not spin another one", async () => {
    const tenant = service.newTenant();
    const [id, second] = [await createRoulette(tenant), await createRoulette(tenant)];
    const visitor = await createVisitorOf(tenant, id);
    const cookie = visitor.cookieHeader(toPath(id)).replaceAll(id, second);
    const answer = await fetch(`${service.httpUrl}${toPath(second)}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: `_submission=${crypto.randomUUID()}`,
    });
    expect(answer.status).toBe(403);
    expect((await stored(tenant, second)).spins).toEqual([]);
  });

  test("used twice at once by one browser is used once", async () => {
    const tenant = service.newTenant();
    const id = await createRoulette(tenant);
    const visitor = createTestVisitor(service);
    const address = visitor.receivePass(toPath(id), toPass(tenant, id));
    const answers = await Promise.all([visitor.get(address), visitor.get(address)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.getSetCookie()[0])).size).toBe(1);
    expect(await tenant.scope().collection("visitors").count({})).toBe(1);
  });
});
