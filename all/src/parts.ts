import type { DescService } from "@bufbuild/protobuf";
import { accounts } from "@tenant-ops/accounts";
import { analytics } from "@tenant-ops/analytics";
import { approvals } from "@tenant-ops/approvals";
import { consoleService } from "@tenant-ops/console";
import { flows } from "@tenant-ops/flows";
import { gatewayConfig, readGatewayConfig, startGateway } from "@tenant-ops/gateway";
import { readConfig } from "@tenant-ops/kit/config";
import type { DatabaseSchema } from "@tenant-ops/kit/data";
import {
  getSchema,
  runReconciliation,
  runReencryption,
  type ServiceDefinition,
  type SharedProcess,
  startService,
} from "@tenant-ops/kit/process";
import { learning } from "@tenant-ops/learning";
import { roulettes } from "@tenant-ops/roulettes";
import { supply } from "@tenant-ops/supply";
import { webhooks } from "@tenant-ops/webhooks";
import type * as z from "zod";

export type StartPart = (shared: SharedProcess) => Promise<{ close(): Promise<void> }>;

/** The gateway or a service, as a part of one process. */
export interface Part {
  name: string;
  /** The rpcs that other parts call. Absent: it has none. */
  api?: DescService;
  /** The names of its settings. */
  settings: readonly string[];
  /** Absent: it has no database. */
  schema?: DatabaseSchema;
  /** Compares its records with each other. */
  reconcile?: (environment: NodeJS.ProcessEnv) => Promise<void>;
  /** Encrypts its stored secrets with the first key. Absent: it stores none. */
  reencrypt?: (environment: NodeJS.ProcessEnv) => Promise<void>;
  /** Reads the settings. @throws Error that names every wrong or missing one */
  prepare: (environment: NodeJS.ProcessEnv) => StartPart;
}

function toPart<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): Part {
  return {
    name: definition.name,
    api: definition.api,
    settings: Object.keys(definition.config.shape),
    schema: getSchema(definition),
    reconcile: (environment) => runReconciliation(definition.name, definition.audits, environment),
    ...(definition.secretKeys && {
      reencrypt: (environment) => runReencryption(definition, readConfig(definition.config, environment)),
    }),
    prepare: (environment) => {
      const config = readConfig(definition.config, environment);
      return (shared) => startService(definition, config, shared);
    },
  };
}

const gateway: Part = {
  name: "gateway",
  settings: Object.keys(gatewayConfig.shape),
  prepare: (environment) => {
    const config = readGatewayConfig(environment);
    return (shared) => startGateway(config, shared);
  },
};

/** In the order in which they stop: a group when those that call it have stopped. Only approvals and the console call accounts after that, and repeat it. */
export const groups: readonly (readonly Part[])[] = [
  [gateway],
  [toPart(accounts)],
  [toPart(approvals)],
  [toPart(analytics), toPart(consoleService)],
  [toPart(flows)],
  [toPart(supply), toPart(roulettes), toPart(learning), toPart(webhooks)],
];
