import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";

const meaning = z.string().describe("What it does, in a sentence.");

export const listGiftTypes = defineRoute({
  id: "listGiftTypes",
  method: "GET",
  path: "/v1/public/gift-types",
  service: "roulettes",
  caller: "tenant",
  summary: "List the types of gifts",
  description:
    "Official and the same for every business; ids never change. The `typeOfGift` of a gift is `_id` and `name` of one of them.",
  query: z.strictObject(listQuery),
  replies: {
    200: {
      description: "The types",
      body: listReply(z.strictObject({ _id: z.string(), name: z.string(), meaning }).meta({ id: "GiftType" })),
    },
  },
});

export const listRouletteTypes = defineRoute({
  id: "listRouletteTypes",
  method: "GET",
  path: "/v1/public/roulette-types",
  service: "roulettes",
  caller: "tenant",
  summary: "List the types of roulettes",
  description:
    "Official and the same for every business; ids never change. The `typeOfRoulette` of a roulette is `_id` and `name` of one of them.",
  query: z.strictObject(listQuery),
  replies: {
    200: {
      description: "The types",
      body: listReply(
        z
          .strictObject({
            _id: z.int(),
            name: z.string(),
            supportsExpiry: z.boolean().describe("Whether prizes expire, after `time_to_expire` × `time_unit`."),
            meaning,
          })
          .meta({ id: "RouletteType" }),
      ),
    },
  },
});
