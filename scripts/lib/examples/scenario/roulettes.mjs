import { today } from "../today.mjs";

/** A roulette with its prizes. Every spin wins the only possible gift, so that each recording is the same. */
export async function recordRoulettes({ record, recordError, call }) {
  const types = await record("listGiftTypes");
  await record("listRouletteTypes");
  const findType = (name) => {
    const { _id } = types.items.find((type) => type.name === name);
    return { _id, name };
  };
  const item = await recordItems(record);
  const roulette = await record("createRoulette", {
    headers: { "idempotency-key": "welcome-roulette" },
    body: createRoulette(findType, item._id),
  });
  const params = { id: roulette._id };
  await recordError(
    "createSpin",
    { params, headers: { "idempotency-key": "spin-0" }, body: { userId: "customer-7" } },
    "roulette_inactive",
  );
  await record("listRoulettes", { query: { limit: 10 } });
  await record("getRoulette", { params });
  await record("updateRoulette", { params, body: { isActive: true } });
  await record("addGiftUnits", { params: { ...params, index: 0 }, body: { addUnits: 5 } });
  await recordSpins({ record, recordError, call }, params);
  await recordError("getRoulette", { params: { id: "unknown" } }, "roulette_not_found");
  await recordError("getRouletteItem", { params: { id: "unknown" } }, "roulette_item_not_found");
  await recordError(
    "addRouletteItemStock",
    { params: { id: item._id }, body: { addUnits: -100_000 } },
    "too_few_units",
  );
  return roulette;
}

async function recordItems(record) {
  const item = await record("createRouletteItem", {
    body: { name: "Steel bottle", available_stock: 25, description: "750 ml, blue" },
  });
  const params = { id: item._id };
  await record("listRouletteItems", { query: { limit: 10 } });
  await record("getRouletteItem", { params });
  await record("updateRouletteItem", { params, body: { description: "750 ml, blue, with a lid" } });
  await record("addRouletteItemStock", { params, body: { addUnits: 10 } });
  return item;
}

function createRoulette(findType, itemId) {
  return {
    name: "Welcome roulette",
    gifts: [
      {
        value: "Bottle",
        message: "You have won a steel bottle!",
        probability: 1,
        typeOfGift: findType("Fisico"),
        quantity: 10,
        item_id: itemId,
      },
      { value: "Not this time", message: "Try again tomorrow.", probability: 0, typeOfGift: findType("Perder") },
    ],
    timeToWin: 6,
    timeToLose: 4,
    textToWin: "Congratulations!",
    textToLose: "Thank you for playing.",
    termsAndConditions: "One prize per person, while stocks last.",
    typeOfRoulette: { _id: 2, name: "premium" },
  };
}

async function recordSpins({ record, recordError, call }, params) {
  const body = { userId: "customer-7" };
  const spin = await record("createSpin", { params, headers: { "idempotency-key": "order-1001" }, body });
  await recordError("createSpin", { params, headers: { "idempotency-key": "order-1002" }, body }, "max_wins_reached");
  await call("createSpin", { params, headers: { "idempotency-key": "order-1003" }, body: { userId: "customer-8" } });
  await record("listSpins", { params, query: { limit: 10 } });
  await record("getSpin", { params: { ...params, spinId: spin._id } });
  await record("listPrizes", { query: { userId: "customer-7" } });
  await record("getPrize", { params: { id: spin.prizeId } });
  await record("claimPrize", { params: { id: spin.prizeId } });
  await record("getRouletteDailyCounts", { query: { dateFrom: today, dateTo: today } });
  await recordError("getPrize", { params: { id: "unknown" } }, "prize_not_found");
  await recordError("getSpin", { params: { ...params, spinId: "unknown" } }, "spin_not_found");
}
