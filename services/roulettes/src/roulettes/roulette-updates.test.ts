import type { MessageInitShape } from "@bufbuild/protobuf";
import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { RoulettesService, UpdateRouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { beforeAll, describe, expect, test } from "vitest";
import { roulettes } from "../roulettes.js";
import {
  createRoulette,
  giftRequest,
  premium,
  rouletteRequest,
  type RoulettesTenant,
  spin,
  stored,
} from "../testing.js";

let service: SharedTestService<typeof RoulettesService>;
beforeAll(async () => void (service = await shareTestService(roulettes)));

type Update = Omit<MessageInitShape<typeof UpdateRouletteRequestSchema>, "$typeName" | "$unknown" | "rouletteId">;

const gifts = [
  giftRequest("Fisico", { value: "Termo", quantity: 5, emoji: "🎁", fallback: "10 %" }),
  giftRequest("Porcentaje", { value: "10 %" }),
  giftRequest("Perder"),
];

async function propose(tenant: RoulettesTenant, rouletteId: string, update: Update) {
  const { preview, checks, warnings } = await tenant.rpc.proposeUpdateRoulette({ rouletteId, ...update });
  return { preview: preview!, checks, warnings };
}

/** As roulettes_get_roulette shows it, without what an update never changes. */
async function readRoulette(tenant: RoulettesTenant, rouletteId: string) {
  const {
    id: _,
    totalSpins: __,
    createdAt: ___,
    $typeName: ____,
    ...shown
  } = await tenant.rpc.getRoulette({ rouletteId });
  return shown;
}

describe("roulettes_propose_update_roulette and roulettes_approve_update_roulette", () => {
  test("the preview shows before and after with the chances, and writes nothing; the approval does just that", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts, isActive: false });
    const update: Update = {
      name: " Otoño ",
      maxWins: 3,
      giftChanges: [{ index: 2, probability: 2, message: "Esta vez no" }],
    };
    const before = await readRoulette(tenant, rouletteId);
    const writes = await tenant.writesDuring(() => propose(tenant, rouletteId, update));
    expect(writes).toEqual([]);

    const { preview, checks, warnings } = await propose(tenant, rouletteId, update);
    expect(preview.changed).toEqual(["name", "max_wins", "gifts[2].message", "gifts[2].probability"]);
    expect(preview.before).toMatchObject({ name: "Verano", maxWins: 1 });
    expect(preview.before?.gifts.map(({ chancePercent }) => chancePercent)).toEqual([33.33, 33.33, 33.33]);
    expect(preview.after?.gifts.map(({ chancePercent }) => chancePercent)).toEqual([25, 25, 50]);
    expect(checks).toMatchObject([
      { name: "changes_something", ok: true },
      { name: "name_is_new", ok: true },
    ]);
    expect(warnings).toEqual([]);

    expect(await tenant.rpc.approveUpdateRoulette({ rouletteId, ...update })).toMatchObject({
      rouletteId,
      updated: true,
    });
    const { $typeName: _, ...after } = preview.after!;
    expect(await readRoulette(tenant, rouletteId)).toEqual(after);
    expect(after).toEqual({ ...before, name: "Otoño", maxWins: 3, gifts: expect.anything() as unknown });
  });

  test("an empty emoji and an empty fallback remove them; the other fields of the gift stay", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    await tenant.rpc.approveUpdateRoulette({ rouletteId, giftChanges: [{ index: 0, emoji: "", fallback: "" }] });
    const [gift] = (await stored(tenant, rouletteId)).roulette.gifts;
    expect(gift).toEqual({
      value: "Termo",
      message: "You got Fisico",
      probability: 1,
      typeOfGift: expect.objectContaining({ name: "Fisico" }) as unknown,
      quantity: 5,
      guaranteedForFirstTimers: false,
      winInterval: 0,
    });
  });

  test("with its present values the preview says that nothing changes, and approving writes nothing", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const update: Update = { name: "Verano", isActive: true, giftChanges: [{ index: 0, value: "Termo", emoji: "🎁" }] };
    const { preview, checks, warnings } = await propose(tenant, rouletteId, update);
    expect({ changed: preview.changed, checks }).toMatchObject({ changed: [], checks: [{ ok: false }] });
    expect(warnings).toEqual(["Nothing would change: the roulette has these values already."]);
    const before = await stored(tenant, rouletteId);
    expect(await tenant.rpc.approveUpdateRoulette({ rouletteId, ...update })).toMatchObject({ updated: true });
    expect(await stored(tenant, rouletteId)).toEqual(before);
  });

  test("warns of the name of another roulette, and not of its own name in another case", async () => {
    const tenant = service.newTenant();
    const [rouletteId, other] = [await createRoulette(tenant), await createRoulette(tenant, { name: "Otoño" })];
    expect((await propose(tenant, rouletteId, { name: "OTOÑO" })).warnings).toEqual([
      `A roulette of this name exists: ${other}. Use it unless you mean a second one.`,
    ]);
    expect((await propose(tenant, rouletteId, { name: "VERANO" })).warnings).toEqual([]);
  });

  const refusals: [string, string, Update][] = [
    ["a blank name", "invalid_argument", { name: "  " }],
    ["blank terms", "invalid_argument", { termsAndConditions: " " }],
    ["max_wins 0", "invalid_argument", { maxWins: 0 }],
    ["a unit that does not exist", "invalid_argument", { timeUnit: "weeks" }],
    ["a gift that does not exist", "invalid_argument", { giftChanges: [{ index: 3, message: "x" }] }],
    ["a gift twice", "invalid_argument", { giftChanges: [{ index: 0 }, { index: 0 }] }],
    ["a blank value", "invalid_argument", { giftChanges: [{ index: 0, value: " " }] }],
    ["a negative weight", "invalid_argument", { giftChanges: [{ index: 0, probability: -1 }] }],
    [
      "weights that are all 0",
      "gift_weights_zero",
      { giftChanges: [0, 1, 2].map((index) => ({ index, probability: 0 })) },
    ],
    ["a new name for the fallback of another gift", "fallback_invalid", { giftChanges: [{ index: 1, value: "20 %" }] }],
    ["a circle of fallbacks", "fallback_invalid", { giftChanges: [{ index: 1, fallback: "Termo" }] }],
  ];
  test.each(refusals)("both refuse %s with %s, and nothing is written", async (_, code, update) => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const before = await stored(tenant, rouletteId);
    for (const rpc of ["proposeUpdateRoulette", "approveUpdateRoulette"] as const) {
      await expect(tenant.rpc[rpc]({ rouletteId, ...update })).rejects.toMatchObject({ code });
    }
    expect(await stored(tenant, rouletteId)).toEqual(before);
  });

  test("a refusal about a gift says which gifts there are", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const call = tenant.rpc.proposeUpdateRoulette({ rouletteId, giftChanges: [{ index: 7, message: "x" }] });
    await expect(call).rejects.toThrow("gift_changes[0].index: the roulette has the gifts 0 to 2.");
  });

  test("a name that is new also for the fallback that names it is accepted", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const giftChanges = [
      { index: 0, fallback: "20 %" },
      { index: 1, value: "20 %" },
    ];
    await tenant.rpc.approveUpdateRoulette({ rouletteId, giftChanges });
    expect((await stored(tenant, rouletteId)).roulette.gifts).toMatchObject([
      { fallback: "20 %" },
      { value: "20 %" },
      {},
    ]);
  });

  test("a roulette of another business gets the same answer as an unknown one, and stays", async () => {
    const owner = service.newTenant();
    const foreign = await createRoulette(owner);
    const { rpc } = service.newTenant();
    for (const send of [rpc.proposeUpdateRoulette, rpc.approveUpdateRoulette]) {
      const sentence = (rouletteId: string) =>
        send({ rouletteId, name: "Mine" }).then(String, (error) => String(error).replaceAll(rouletteId, "<id>"));
      expect(await sentence(foreign)).toBe(await sentence("rlt_01jzzzzzzzzzzzzzzzzzzzzzzz"));
      expect(await sentence(foreign)).toContain("Roulette not found or does not belong to this business");
    }
    expect((await owner.rpc.getRoulette({ rouletteId: foreign })).name).toBe("Verano");
  });

  test("sent twice with one idempotency key it is carried out once and answers the same", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant);
    const send = () => tenant.rpc.approveUpdateRoulette({ rouletteId, name: "Otoño" }, { idempotencyKey: "yes-1" });
    const first = await send();
    await tenant.rpc.approveUpdateRoulette({ rouletteId, name: "Invierno" });
    expect(await send()).toEqual(first);
    expect((await tenant.rpc.getRoulette({ rouletteId })).name).toBe("Invierno");
  });

  test("what is stored for a repeat of this and other approvals is the answer, without the texts of the roulette", async () => {
    const tenant = service.newTenant();
    const { rpc, businessId } = tenant;
    const given = (idempotencyKey: string) => ({ idempotencyKey });
    const { id: rouletteId } = await rpc.createRoulette(rouletteRequest({ gifts }), given("create"));
    const { name } = await rpc.getRoulette({ rouletteId });
    await rpc.approveUpdateRoulette({ rouletteId, textToWin: "A long text." }, given("update"));
    await rpc.approveGiftUnits({ rouletteId, giftIndex: 0, addUnits: 2 }, given("units"));
    const rows = service.running.context.db
      .infrastructure("idempotency")
      .find({ businessId }, { sort: { createdAt: 1 } });
    expect((await rows.toArray()).map((row) => (row as unknown as { reply: object }).reply)).toEqual([
      { id: rouletteId, name, status: "created" },
      { rouletteId, updated: true, isActive: true },
      { rouletteId, giftIndex: 0, quantity: 7 },
    ]);
  });

  test("two updates of different parameters at once are both kept", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts });
    const updates: Update[] = [
      { name: "Otoño" },
      { maxWins: 7 },
      { giftChanges: [{ index: 0, message: "Tuyo" }] },
      { giftChanges: [{ index: 1, message: "Casi" }] },
    ];
    await Promise.all(updates.map((update) => tenant.rpc.approveUpdateRoulette({ rouletteId, ...update })));
    const { name, maxWins, gifts: after } = await tenant.rpc.getRoulette({ rouletteId });
    expect({ name, maxWins, after }).toMatchObject({
      name: "Otoño",
      maxWins: 7,
      after: [{ message: "Tuyo" }, { message: "Casi" }, {}],
    });
  });
});

describe("activation", () => {
  test("the preview warns of what it means; spins are possible, or refused, from the approval on", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { isActive: false });
    expect((await propose(tenant, rouletteId, { isActive: true })).warnings).toEqual([
      "Users can spin it as soon as you approve.",
    ]);
    expect((await spin(tenant, rouletteId, "ana")).error).toBe("roulette_inactive");
    expect(await tenant.rpc.approveUpdateRoulette({ rouletteId, isActive: true })).toMatchObject({ isActive: true });
    expect((await spin(tenant, rouletteId, "ana")).status).toBe(201);

    const { warnings } = await propose(tenant, rouletteId, { isActive: false });
    expect(warnings).toEqual([expect.stringMatching(/^Spins are refused from then on/)]);
    await tenant.rpc.approveUpdateRoulette({ rouletteId, isActive: false });
    expect((await spin(tenant, rouletteId, "eva")).error).toBe("roulette_inactive");
  });

  test("the preview of an activation names the gifts that cannot be won", async () => {
    const tenant = service.newTenant();
    const without = [giftRequest("Points", { quantity: 0 }), giftRequest("Perder")];
    const rouletteId = await createRoulette(tenant, { gifts: without, isActive: false });
    const { warnings } = await propose(tenant, rouletteId, { isActive: true });
    expect(warnings).toContain("gifts[0] can never be won: its quantity is 0.");
  });

  test("a prize that was won before the deactivation can still be claimed", async () => {
    const tenant = service.newTenant();
    const won = [giftRequest("Points"), giftRequest("Perder", { probability: 0 })];
    const rouletteId = await createRoulette(tenant, { gifts: won });
    const { answer } = await spin(tenant, rouletteId, "ana");
    await tenant.rpc.approveUpdateRoulette({ rouletteId, isActive: false });
    const claimed = await tenant.rpc.approvePrizeClaim({ prizeId: answer.prizeId ?? "" });
    expect(claimed).toMatchObject({ status: "claimed", claimedNow: true });
  });
});

describe("while users spin", () => {
  const always = [giftRequest("Points", { value: "5", quantity: 1000 }), giftRequest("Perder", { probability: 0 })];

  test("every spin is counted and keeps the gift as it was drawn, whatever is changed meanwhile", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: always, maxWins: 1000 });
    const spins = Promise.all(Array.from({ length: 30 }, (_, index) => spin(tenant, rouletteId, `user-${index % 5}`)));
    async function changeMeanwhile(): Promise<void> {
      for (const round of [1, 2, 3, 4]) {
        const giftChanges = [{ index: 0, message: `Round ${round}` }];
        await tenant.rpc.approveUpdateRoulette({ rouletteId, giftChanges });
      }
      await tenant.rpc.approveGiftUnits({ rouletteId, giftIndex: 0, addUnits: 500 });
    }
    const [answers] = await Promise.all([spins, changeMeanwhile()]);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { roulette, spins: rows, prizes } = await stored(tenant, rouletteId);
    expect({ totalSpins: roulette.totalSpins, rows: rows.length, prizes: prizes.length }).toEqual({
      totalSpins: 30,
      rows: 30,
      prizes: 30,
    });
    expect(roulette.gifts[0]).toMatchObject({ quantity: 1000 + 500 - 30, lastWonSpin: 30 });
    for (const { gift } of prizes) expect(gift.message).toMatch(/^(You got Points|Round \d)$/);
  });

  test("a lower max_wins stops users who have won as many, and they keep their prizes", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: always, maxWins: 3 });
    await spin(tenant, rouletteId, "ana");
    await spin(tenant, rouletteId, "ana");
    expect((await propose(tenant, rouletteId, { maxWins: 1 })).warnings).toEqual([
      "Users who have won 1 or more cannot spin it any more; they keep what they won.",
    ]);
    await tenant.rpc.approveUpdateRoulette({ rouletteId, maxWins: 1 });
    expect((await spin(tenant, rouletteId, "ana")).error).toBe("max_wins_reached");
    expect((await spin(tenant, rouletteId, "eva")).answer.winsLeft).toBe(0);
    expect((await tenant.rpc.listPrizes({ rouletteId, userId: "ana" })).count).toBe(2);
  });

  test("a new expiry counts for prizes that are won from then on", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: always, maxWins: 9, timeUnit: "hours", ...premium });
    await spin(tenant, rouletteId, "ana");
    const { warnings } = await propose(tenant, rouletteId, { timeUnit: "days" });
    expect(warnings).toEqual(["Prizes already won keep the time they have."]);
    await tenant.rpc.approveUpdateRoulette({ rouletteId, timeUnit: "days" });
    await spin(tenant, rouletteId, "ana");
    const hours = (await stored(tenant, rouletteId)).prizes.map(
      ({ createdAt, expiresAt }) => (expiresAt!.getTime() - createdAt.getTime()) / 3_600_000,
    );
    expect(hours.toSorted((a, b) => a - b)).toEqual([24, 576]);
  });

  test("the preview warns that users may still see the old gifts, and of spins under the old terms", async () => {
    const tenant = service.newTenant();
    const rouletteId = await createRoulette(tenant, { gifts: always });
    await spin(tenant, rouletteId, "ana");
    const update = { termsAndConditions: "Otra", giftChanges: [{ index: 0, value: "50" }] };
    expect((await propose(tenant, rouletteId, update)).warnings).toEqual([
      "1 spins were made under the present terms and conditions.",
      "It is active: the next spin uses the new gifts, also for users who still see the old ones.",
    ]);
  });
});
