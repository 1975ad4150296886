// What an owner asks, calls that answer it, chosen by us, and a sentence for the owner. The numbers of a sentence stand in the answers of its calls.

/** `given`: the arguments, or a function that makes them of the answers so far. */
const query = (given) => ({ tool: "analytics_query", given });
const list = (given) => ({ tool: "analytics_list_collections", given });

const october = { date_from: "2026-10-01", date_to: "2026-10-31" };

export const questions = [
  {
    question: "How did last month go?",
    calls: [
      list({}),
      query({
        collection: "withdrawals",
        metrics: ["count", "units"],
        interval: "none",
        ...october,
        compare: "previous_period",
      }),
      query({
        collection: "flows",
        metrics: ["visits", "registrations", "conversion"],
        interval: "none",
        ...october,
        compare: "previous_period",
      }),
    ],
    sentence:
      "In October 360 units were handed out in 72 withdrawals; in September it were 346 in 69. Your pages had 791 visits and 108 registrations, after 758 and 105. The conversion fell from 18.17 % to 17.85 %.",
  },
  {
    question: "Which product went out most, and in which center?",
    calls: [
      query({
        collection: "withdrawals",
        metrics: ["units"],
        group_by: ["product", "center"],
        interval: "none",
        last_days: 365,
        limit: 3,
      }),
    ],
    sentence:
      "Guantes de nitrilo at Centro Norte: 2959 of 3282 units since 29 November 2025. Camiseta de equipo at Centro Norte follows with 148, Guantes de nitrilo at Tienda en línea with 115; all others together have 60. Today is not over.",
  },
  {
    question: "Did the campaign of March win more registrations than that of February?",
    calls: [
      list({ collection: "flows", dimension: "campaign" }),
      query(([{ values }]) => ({
        collection: "flows",
        metrics: ["registrations", "conversion"],
        group_by: ["campaign"],
        interval: "month",
        date_from: "2026-02-01",
        date_to: "2026-03-31",
        filters: [{ field: "campaign", values: values.map(({ value }) => value) }],
      })),
    ],
    sentence:
      "No: febrero won 405 registrations in February, marzo 401 in March. Of the visitors of febrero 28.66 % registered, of those of marzo 19.13 %.",
  },
  {
    question: "Which agent key was refused most, and why?",
    calls: [
      query({
        collection: "agent_calls",
        metrics: ["refused"],
        group_by: ["key", "error_code"],
        interval: "none",
        filters: [{ field: "error_code", op: "not_in", values: ["ok"] }],
      }),
    ],
    sentence:
      "Almacén: 88 calls were refused because the center held too little (insufficient_stock), and 12 because the stock had changed since the preview (stock_changed). Recepción follows, with 60 calls over its limit (rate_limited) and 15 for a roulette that does not exist. This is from 31 August to today, which is not over.",
  },
  {
    question: "On which day of this month did the most visitors come, and from where?",
    calls: [
      query({
        collection: "flows",
        metrics: ["unique_visitors"],
        date_from: "2026-11-01",
        order_by: "unique_visitors",
        limit: 1,
      }),
      query(([{ rows }]) => ({
        collection: "flows",
        metrics: ["unique_visitors", "registrations"],
        group_by: ["source"],
        date_from: rows[0].time,
        date_to: rows[0].time,
      })),
    ],
    sentence:
      "On 14 November, with 109 visitors: 95 came from e-mails and 14 from Instagram. 31 of the 33 registrations of that day came from e-mails too.",
  },
  {
    question: "How many of the prizes of this quarter were claimed?",
    calls: [
      query({
        collection: "prizes",
        metrics: ["won", "claimed", "expired", "claim_rate"],
        interval: "month",
        date_from: "2026-10-01",
        date_to: "2026-12-31",
      }),
    ],
    sentence:
      "Of the 352 prizes won since 1 October 209 are claimed, 59.38 %; of those won in October 75.14 %. This can still rise: prizes wait to be claimed, and the quarter ends on 31 December.",
  },
  {
    question: "Which course is completed least?",
    calls: [
      query({
        collection: "enrollments",
        metrics: ["completion_rate", "started", "completed"],
        group_by: ["course"],
        interval: "none",
        last_days: 365,
      }),
    ],
    sentence:
      "Primeros auxilios: of 396 sessions that began since 29 November 2025, 99 are completed, 25 %. Inducción para nuevos colaboradores has 75 %. Both can still rise.",
  },
  {
    question: "How many gloves are at the centers, and how many were lost?",
    calls: [
      list({ collection: "stock", dimension: "product", search: "guantes" }),
      query(([{ values }]) => ({
        collection: "stock",
        metrics: ["on_hand", "received", "handed_out", "lost"],
        group_by: ["center"],
        interval: "none",
        filters: [{ field: "product", values: [values[0].value] }],
      })),
    ],
    sentence:
      "Of Guantes de nitrilo 600 are at Centro Norte and 0 at Tienda en línea now. Since 31 August 12 were lost, all at Centro Norte; 933 were handed out and 840 came in.",
  },
  {
    question: "Are our webhooks delivered?",
    calls: [
      query({
        collection: "webhooks",
        metrics: ["delivered", "failed"],
        group_by: ["endpoint"],
        interval: "none",
        last_days: 7,
        compare: "previous_period",
      }),
    ],
    sentence:
      "Those to shop.example.com are: in the last 7 days 42 arrived and 0 failed. Those to crm.example.com are not: 35 failed and 7 arrived; in the 7 days before, 5 failed and 31 arrived. Today is not over.",
  },
  {
    question: "At which hours of yesterday were most units handed out?",
    calls: [
      query({
        collection: "withdrawals",
        metrics: ["units"],
        interval: "hour",
        date_from: "2026-11-27",
        date_to: "2026-11-27",
        order_by: "units",
        limit: 3,
      }),
    ],
    sentence: "At 9:00, with 7 of 12 units; then at 16:00 with 3 and at 18:00 with 2.",
  },
];
