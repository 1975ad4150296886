import type { Database } from "@tenant-ops/kit/data";
import { parseInput, requireCall } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { planCustomTypes } from "./withdrawal-types.rules.js";
import { standardTypes } from "./withdrawals.rules.js";
import { findCustomTypes, replaceCustomTypes } from "./withdrawals.store.js";

const path = "/v1/public/supply/withdrawal-types";
const body = z.strictObject({ types: z.array(z.string()).max(200) });

/** The withdrawal types of a business: six standard ones, and those that the business adds and removes itself. */
export function withdrawalTypeHttp(app: FastifyInstance, db: Database): void {
  app.get(path, async (request) => toAnswer(await findCustomTypes(db.scope(requireCall(request)))));

  app.put(path, async (request) => {
    const scope = db.scope(requireCall(request));
    const custom = planCustomTypes(parseInput(body, request.body).types);
    await replaceCustomTypes(scope, custom);
    return toAnswer(custom);
  });
}

function toAnswer(custom: readonly string[]) {
  return { types: [...standardTypes, ...custom], standard: standardTypes, own: custom };
}
