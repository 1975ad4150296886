import type { Database } from "@tenant-ops/kit/data";
import { requireCall, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { planOwnTypes, standardTypes } from "./withdrawal-types.rules.js";
import { findOwnTypes, replaceOwnTypes } from "./withdrawal-types.store.js";

const path = "/v1/public/supply/withdrawal-types";
const body = z.strictObject({ types: z.array(z.string()).max(200) });

/** Which kinds of withdrawal a business knows. Six are everybody's; a business may add its own and take them back. */
export function withdrawalTypeHttp(app: FastifyInstance, db: Database): void {
  app.get(path, async (request) => answer(await findOwnTypes(db.scope(requireCall(request)))));

  app.put(path, async (request) => {
    const scope = db.scope(requireCall(request));
    const own = planOwnTypes(parseInput(body, request.body).types);
    await replaceOwnTypes(scope, own);
    return answer(own);
  });
}

function answer(own: readonly string[]) {
  return { types: [...standardTypes, ...own], standard: standardTypes, own };
}
