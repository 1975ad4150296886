import { create } from "@bufbuild/protobuf";
import { type Call, createSystemCall, wildcardScope } from "@tenant-ops/kit/call";
import type { RetentionMode, RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  PreviewRetentionRequestSchema,
  type RetentionRule,
  RetentionService,
  SetRetentionRequestSchema,
} from "@tenant-ops/proto/common";
import { type HistoryKindName, historyKinds } from "@tenant-ops/rest";
import { createNotAllowed } from "./retention.rules.js";
import type { LaterRules, Retention } from "./retentions.types.js";

const attemptMs = 5000;
const services = [...new Set(Object.values(historyKinds))];

/** A call of the gateway itself, which may be repeated. */
function createRetentionCall(businessId: string, requestId: string): Call {
  return createSystemCall(businessId, "retention", {
    scopes: [wildcardScope],
    requestId,
    idempotencyKey: requestId,
    deadline: Date.now() + attemptMs,
  });
}

const toMessages = (rules: RetentionRules, service: string) =>
  Object.entries(rules).flatMap(([kind, { mode, days }]) =>
    historyKinds[kind as HistoryKindName] === service ? [{ kind, mode, days }] : [],
  );

export interface PreviewedKind {
  kind: HistoryKindName;
  records: number;
  oldest: string | null;
  isComplete: boolean;
}

/**
 * What these rules would let go now.
 * @throws Refusal service_unavailable, retention_not_allowed when something is to be archived and a service has no place for it
 */
export async function previewEverywhere(
  clients: RpcClients,
  { businessId, requestId }: { businessId: string; requestId: string },
  rules: RetentionRules,
): Promise<PreviewedKind[]> {
  const answers = await Promise.all(
    services.map(async (service) => {
      const given = toMessages(rules, service);
      if (given.length === 0) return [];
      const request = create(PreviewRetentionRequestSchema, { rules: given });
      const call = createRetentionCall(businessId, requestId);
      const { message } = await clients.unary(RetentionService.method.previewRetention, request, call, service);
      const archived = given.find(({ mode }) => mode === "archive");
      if (archived && !message.canArchive) throw createNoArchive(archived.kind, service);
      return message.previewed.map(({ kind, records, oldest, isComplete }) => ({
        ...{ kind: kind as HistoryKindName, records, isComplete },
        oldest: oldest === "" ? null : oldest,
      }));
    }),
  );
  return answers.flat();
}

/**
 * The same refusal as of the preview. No history is read: no rule is sent.
 * @throws Refusal service_unavailable, retention_not_allowed
 */
export async function requireArchives(
  clients: RpcClients,
  { businessId, requestId }: { businessId: string; requestId: string },
  rules: RetentionRules,
): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      const archived = toMessages(rules, service).find(({ mode }) => mode === "archive");
      if (!archived) return;
      const request = create(PreviewRetentionRequestSchema, { rules: [] });
      const call = createRetentionCall(businessId, requestId);
      const { message } = await clients.unary(RetentionService.method.previewRetention, request, call, service);
      if (!message.canArchive) throw createNoArchive(archived.kind, service);
    }),
  );
}

const createNoArchive = (kind: string, service: string) =>
  createNotAllowed(`${kind}: the operator has set up no archive for ${service}.`);

/**
 * Every service with history gets the rules of its own kinds.
 * @returns the services that know a later change, and have stored nothing
 */
export async function tellEverywhere(clients: RpcClients, { _id, version, rules }: Retention): Promise<LaterRules[]> {
  const answers = await Promise.all(
    services.map(async (service): Promise<LaterRules> => {
      const request = create(SetRetentionRequestSchema, { version, rules: toMessages(rules, service) });
      const call = createRetentionCall(_id, `retention ${version}`);
      const { message } = await clients.unary(RetentionService.method.setRetention, request, call, service);
      return { service, version: message.version, rules: toRules(message.rules) };
    }),
  );
  return answers.filter((answer) => answer.version > version);
}

/** The contract allows these modes only. */
function toRules(given: readonly RetentionRule[]): RetentionRules {
  return Object.fromEntries(given.map(({ kind, mode, days }) => [kind, { mode: mode as RetentionMode, days }]));
}
