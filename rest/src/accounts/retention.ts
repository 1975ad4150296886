import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count, dateTime } from "../fields.js";
import { historyKinds, type HistoryKindName } from "./history-kinds.js";

const path = "/v1/public/retention";
const noAgents = "Agents that people have connected are refused.";
const access = `Needs a key with access to all areas; in the console, an admin. ${noAgents}`;

const kindNames = Object.keys(historyKinds) as [HistoryKindName, ...HistoryKindName[]];

const daysMax = 36_500;

const mode = z.enum(["archive", "delete"]);

const rule = z
  .strictObject({
    mode: mode.describe(
      "`archive`: the records are written to the archive of the operator, read back, compared, and then deleted. `delete`: they are deleted, and nothing has them any more.",
    ),
    days: z.int().min(0).max(daysMax).describe("For how many days history is kept after it has ended."),
  })
  .meta({ id: "RetentionRule" });

const rules = z
  .strictObject({
    spins: rule
      .optional()
      .describe(
        "Spins with their prizes. A spin has ended when its prize was claimed or has expired, or when none was won. What a player has spun and won still counts for limits.",
      ),
    stockMovements: rule
      .optional()
      .describe("Rows of the ledgers of stock, from the beginning of each. The balance at the cut is kept."),
    withdrawals: rule.optional().describe("Withdrawals. Their ledger rows are `stockMovements`."),
    transfers: rule.optional().describe("Transfers. Their ledger rows are `stockMovements`."),
    registrations: rule
      .optional()
      .describe(
        "Registrations with the files of their visitors, since they were completed or rejected or have expired. One that waits for its documents or its bank stays. Counters of flows and campaigns are kept.",
      ),
    sessions: rule
      .optional()
      .describe(
        "Sessions that were completed or have failed, with their exam attempts, since the last of both. One with a certificate stays. A learner who enrolls again has the session back.",
      ),
  })
  .describe("A kind of history without a rule is kept until the business is deleted.");

const retention = z
  .strictObject({
    version: count.describe("Number of the last change; 0 before the first one. Send it with the next change."),
    rules,
    daysMin: count.describe("The fewest days that the operator allows."),
    modes: z.array(mode).describe("What the operator allows. Without any, nothing can be chosen."),
    kinds: z
      .array(
        z.strictObject({
          kind: z.enum(kindNames),
          modes: z
            .array(mode)
            .describe("What may be chosen for it: `archive` only where the operator has set up a place for archives."),
        }),
      )
      .describe("The kinds of history that there are."),
    isApplied: z.boolean().describe("False while a service has not heard of the last change yet. It will."),
    updatedAt: dateTime.nullable(),
    updatedBy: z.string().nullable().describe("Id of the key or of the person in the console."),
  })
  .meta({ id: "Retention", description: "How long the business keeps its history." });

export const getRetention = defineRoute({
  id: "getRetention",
  method: "GET",
  path,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:read", ofAllAreas: true },
  summary: "Read how long history is kept",
  description: `The rules of the business, and what may be chosen. Needs a key with read access to all areas; in the console, any member. ${noAgents}`,
  replies: { 200: { description: "The rules", body: retention } },
});

export const previewRetention = defineRoute({
  id: "previewRetention",
  method: "POST",
  isPreview: true,
  path: `${path}/preview`,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true },
  summary: "See what rules would let go",
  description: `Counts the records that these rules would archive or delete now, and changes nothing. ${access}`,
  body: z.strictObject({ rules }),
  replies: {
    200: {
      description: "What would go now",
      body: z
        .strictObject({
          kinds: z.array(
            z.strictObject({
              kind: z.enum(kindNames),
              records: count.describe("How many records would go now; a spin and its prize are two."),
              oldest: dateTime.nullable().describe("Time of the oldest of them; null without any."),
              isComplete: z
                .boolean()
                .describe("False when the time was over before everything was counted: there are more."),
            }),
          ),
        })
        .meta({ id: "RetentionPreview" }),
    },
  },
  errors: ["retention_not_allowed"],
});

export const setRetention = defineRoute({
  id: "setRetention",
  method: "PUT",
  path,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true, needsProof: true },
  summary: "Change how long history is kept",
  description: `Replaces all rules of the business; read the preview first. What is over goes within the next hours, and what was deleted cannot be brought back. Ids of deleted records are answered with \`not found\`, and lists leave them out. Counters per day, stocks, limits and totals stay as they are. A person in the console needs a fresh proof of who they are. ${access}`,
  body: z.strictObject({
    version: count.describe("The version that was read: the change is refused when there was another one since."),
    rules,
  }),
  replies: { 200: { description: "The rules as they are now", body: retention } },
  errors: ["retention_changed", "retention_not_allowed"],
  idempotency: "required",
});
