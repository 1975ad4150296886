// What the business of the questions has counted: one entry per day, combination and hour of Mexico City.
const dayMs = 86_400_000;
const year = ["2026-01-05", "2026-11-28"];
const autumn = ["2026-09-01", "2026-11-28"];
const february = ["2026-02-01", "2026-02-28"];
const march = ["2026-03-01", "2026-03-31"];

/** @param ids of its records, by what they are */
export const listCounts = (ids) => [
  ...countSupply(ids),
  ...countFlows(ids),
  ...countRoulettes(ids),
  ...countCourses(ids),
  ...countDeliveries(ids),
  ...countCalls(ids),
];

/** @param count the counters of the n-th day; nothing is counted on a day without any */
function countDays([from, to], [service, collection, ...values], count, hour = 10) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: days }, (_, n) => ({ day: new Date(Date.parse(from) + n * dayMs), counts: count(n) }))
    .filter(({ counts }) => counts)
    .map((entry) => ({ service, collection, values, hour, ...entry }));
}

/** Rises by a step each day, and begins again after so many days. */
const rising =
  (first, days, step = 1) =>
  (n) =>
    first + (n % days) * step;

function countSupply({ gloves, shirts, bottles, north, online }) {
  const handOut = (product, center, days, hour, units) => [
    ...countDays(
      days,
      ["supply", "withdrawals", product, center, "insumos"],
      (n) => units(n) > 0 && { count: 1, units: units(n) },
      hour,
    ),
    ...countDays(
      days,
      ["supply", "stock", product, center],
      (n) => units(n) > 0 && { handedOut: units(n), held: -units(n) },
      hour,
    ),
  ];
  const glovesAtNorth = ["supply", "stock", gloves, north];
  return [
    ...handOut(gloves, north, year, 9, (n) => (n % 7 < 6 ? 6 + (n % 5) : 0)),
    ...handOut(gloves, north, year, 16, (n) => (n % 7 < 5 ? 3 : 0)),
    ...handOut(shirts, north, year, 12, (n) => (n % 9 === 0 ? 4 : 0)),
    ...handOut(bottles, online, autumn, 18, (n) => (n % 3 === 0 ? 2 : 0)),
    ...handOut(gloves, online, autumn, 11, (n) => (n % 4 === 0 ? 5 : 0)),
    ...countDays(year, glovesAtNorth, (n) => n % 14 === 3 && { received: 120, held: 120 }),
    ...countDays(autumn, glovesAtNorth, (n) => n % 30 === 20 && { lost: 4, held: -4 }),
  ];
}

function countFlows(ids) {
  const visit = (flow, campaign, source, days, { visitors, registrations }) =>
    countDays(days, ["flows", "flows", flow, campaign, source], (n) => ({
      visits: visitors(n) + 3,
      uniqueVisits: visitors(n),
      registrations: registrations(n),
    }));
  // An e-mail to all customers on 14 November.
  const onMailing = (value, otherwise) => (n) => (n === 74 ? value : otherwise(n));
  const mailing = {
    visitors: onMailing(95, rising(5, 4)),
    registrations: onMailing(31, () => 1),
  };
  const visitFebruary = (source, numbers) => visit(ids.february, "febrero", source, february, numbers);
  const visitMarch = (source, days, numbers) => visit(ids.march, "marzo", source, days, numbers);
  return [
    ...visitFebruary("instagram", { visitors: rising(30, 4, 5), registrations: rising(9, 3) }),
    ...visitFebruary("email", { visitors: rising(12, 3), registrations: rising(4, 2) }),
    ...visitMarch("instagram", march, { visitors: rising(41, 6, 4), registrations: rising(8, 4) }),
    ...visitMarch("direct", march, { visitors: rising(15, 5), registrations: rising(3, 2) }),
    ...visitMarch("instagram", autumn, { visitors: rising(10, 7), registrations: rising(2, 2) }),
    ...visitMarch("email", autumn, mailing),
  ];
}

function countRoulettes({ roulette }) {
  const gift = [roulette, `${roulette}:1`];
  const win = (days, claimed, expired) =>
    countDays(days, ["roulettes", "prizes", ...gift], (n) => ({
      won: 5 + (n % 3),
      claimed: claimed + (n % 2),
      expired,
    }));
  return [
    ...countDays(autumn, ["roulettes", "spins", ...gift], (n) => ({ spins: 12 + (n % 5), wins: 5 + (n % 3) })),
    ...win(["2026-09-01", "2026-09-30"], 3, 1),
    ...win(["2026-10-01", "2026-10-31"], 4, 0),
    ...win(["2026-11-01", "2026-11-28"], 2, 0),
  ];
}

function countCourses({ induction, firstAid }) {
  const enroll = (course, completed, certified) => {
    const exams = { examsHandedIn: completed + 1, examsPassed: completed, scores: 78 * (completed + 1) };
    return countDays(
      year,
      ["learning", "enrollments", course],
      (n) => n % 5 === 0 && { started: 6, completed: completed + (n % 2), certified, ...exams },
    );
  };
  return [...enroll(induction, 4, 3), ...enroll(firstAid, 1, 0)];
}

function countDeliveries({ shop, crm }) {
  const deliver = (endpoint, count) =>
    countDays(autumn, ["webhooks", "webhooks", endpoint, "prize.won"], (n) => {
      const { delivered, failed } = count(n);
      return { delivered, failed, attempts: delivered + failed * 8 };
    });
  return [
    ...deliver(shop, (n) => ({ delivered: 5 + (n % 3), failed: 0 })),
    // Most of them fail since 21 November.
    ...deliver(crm, (n) => (n > 80 ? { delivered: 1, failed: 5 } : { delivered: 5, failed: 0 })),
  ];
}

function countCalls({ stockAgent, frontDesk }) {
  const call = (tool, key, client, code, count) =>
    countDays(autumn, ["accounts", "agent_calls", tool, key, client, code], (n) => {
      const calls = count(n);
      return code === "ok" ? { calls, writes: calls, approvals: calls, upTo50: calls } : { calls, refused: calls };
    });
  const withdraw = (code, count) => call("supply_approve_withdrawal", stockAgent, "claude-code", code, count);
  return [
    ...withdraw("ok", rising(9, 4)),
    ...withdraw("insufficient_stock", rising(0, 3)),
    ...withdraw("stock_changed", (n) => (n % 8 === 0 ? 1 : 0)),
    ...call("supply_list_withdrawals", frontDesk, "cursor", "rate_limited", (n) => (n % 20 === 5 ? 12 : 0)),
    ...call("roulettes_get_roulette", frontDesk, "cursor", "roulette_not_found", (n) => (n % 6 === 1 ? 1 : 0)),
  ];
}
