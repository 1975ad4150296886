import type { RetentionMode, RetentionRules } from "@tenant-ops/kit/retention";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { DataService, type RetentionRule } from "@tenant-ops/proto/common";
import { type HistoryKindName, historyKinds } from "@tenant-ops/rest/accounts";
import { askService, createDataCall } from "../requests/data-calls.js";
import { createNotAllowed, findChosenAt, hasDeliveredRules } from "./retention.rules.js";
import type { Retention, StoredRules, DeliveryResult } from "./retentions.types.js";

/** Short, because reading the rules waits for it when a service does not answer. */
const choicesMs = 1500;
const { previewRetention, setRetention } = DataService.method;
const services = [...new Set(Object.values(historyKinds))];

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

interface Caller {
  businessId: string;
  /** Of the HTTP request. */
  requestId: string;
}

/**
 * Counts what these rules would archive or delete now.
 * @param changed the rules that the business does not have yet
 * @throws Refusal service_unavailable, retention_not_allowed when a changed rule archives and its service has no archive store
 */
export async function previewEverywhere(
  clients: RpcClients,
  { businessId, requestId }: Caller,
  rules: RetentionRules,
  changed: RetentionRules,
): Promise<PreviewedKind[]> {
  const answers = await Promise.all(
    services.map(async (service) => {
      const given = { rules: toMessages(rules, service) };
      if (given.rules.length === 0) return [];
      const call = createDataCall(businessId, requestId);
      const message = await askService(clients, service, previewRetention, call, given);
      const archived = findArchived(changed, service);
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
 * Refuses as the preview does, without reading history: the request contains no rules.
 * @throws Refusal service_unavailable, retention_not_allowed
 */
export async function requireArchives(clients: RpcClients, caller: Caller, rules: RetentionRules): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      const archived = findArchived(rules, service);
      if (archived && !(await canArchive(clients, caller, service))) throw createNoArchive(archived.kind, service);
    }),
  );
}

const findArchived = (rules: RetentionRules, service: string) =>
  toMessages(rules, service).find(({ mode }) => mode === "archive");

async function canArchive(
  clients: RpcClients,
  { businessId, requestId }: Caller,
  service: string,
  timeoutMs?: number,
): Promise<boolean> {
  const call = createDataCall(businessId, requestId, timeoutMs);
  return (await askService(clients, service, previewRetention, call, { rules: [] })).canArchive;
}

interface KindChoices {
  kind: HistoryKindName;
  modes: RetentionMode[];
}

/** The modes that may be chosen for each kind. A service that does not answer is assumed to have an archive store: a change asks it again. */
export async function listChoices(
  clients: RpcClients,
  caller: Caller,
  allowed: readonly RetentionMode[],
): Promise<KindChoices[]> {
  const archiving = new Map(
    await Promise.all(
      services.map(async (service): Promise<[string, boolean]> => {
        if (!allowed.includes("archive")) return [service, false];
        return [service, await canArchive(clients, caller, service, choicesMs).catch(() => true)];
      }),
    ),
  );
  return Object.entries(historyKinds).map(([kind, service]) => ({
    kind: kind as HistoryKindName,
    modes: allowed.filter((mode) => mode !== "archive" || archiving.get(service) === true),
  }));
}

const createNoArchive = (kind: string, service: string) =>
  createNotAllowed(`${kind}: the operator has set up no archive for ${service}.`);

/** Sends to every service with history the rules of its kinds. A service that does not answer does not delay the others. */
export async function sendRules(clients: RpcClients, retention: Retention): Promise<DeliveryResult> {
  const { _id, version, rules } = retention;
  const settled = await Promise.allSettled(
    services.map(async (service): Promise<StoredRules> => {
      const chosenAt = findChosenAt(retention, service).toISOString();
      const change = { version, rules: toMessages(rules, service), chosenAt };
      const call = createDataCall(_id, `retention ${version} ${chosenAt}`);
      const message = await askService(clients, service, setRetention, call, change);
      return {
        ...{ service, version: message.version },
        ...{ rules: toRules(message.rules), chosenAt: new Date(message.chosenAt) },
      };
    }),
  );
  const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return {
    differing: answers.filter((answer) => !hasDeliveredRules(retention, answer)),
    errors: settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])),
  };
}

/** The cast is safe: the contract allows only these modes. */
function toRules(given: readonly RetentionRule[]): RetentionRules {
  return Object.fromEntries(given.map(({ kind, mode, days }) => [kind, { mode: mode as RetentionMode, days }]));
}
