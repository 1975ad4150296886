import { cutText } from "@tenant-ops/kit/texts";
import { type Database, newId } from "@tenant-ops/kit/data";
import { getClientAddress, getRequestId, requireCall } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { insertOperatorCall, type OperatorCall, setOutcome } from "./operator-calls.store.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The stored record of this call of an operator. */
    operatorCall: { id: string; created?: string } | null;
  }
}

const pathLengthMax = 300;

/** Records every call of an operator, and its outcome. Must be registered before the routes. */
export function registerOperatorCalls(app: FastifyInstance, db: Database, logger: Logger): void {
  app.decorateRequest("operatorCall", null);
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.route?.caller === "operator") await recordOperatorCall(db, request);
  });
  app.addHook("onSend", async (request, reply) => {
    const { operatorCall } = request;
    if (!operatorCall) return;
    const { id, created } = operatorCall;
    const outcome = { status: reply.statusCode, answeredAt: new Date(), ...(created && { created }) };
    // The call has happened: the operator gets its answer also when its outcome cannot be stored.
    await setOutcome(db, id, outcome).catch((error: unknown) =>
      logger.error({ err: error, requestId: getRequestId(request) }, "outcome of an operator call not stored"),
    );
  });
}

/**
 * Stores the operator and the call before the handler runs: a call that cannot be recorded is not executed.
 * @throws the error of the database
 */
async function recordOperatorCall(db: Database, request: FastifyRequest): Promise<void> {
  const { operator = "", requestId } = requireCall(request);
  const { businessId: given, keyId } = request.params as { businessId?: string; keyId?: string };
  // Only the receipt contains the id of a deleted business. It is not stored here when an operator reads the receipt.
  const isDeleted = given !== undefined && db.closedBusinesses.isDeleting(given);
  const businessId = isDeleted ? "deleted" : given;
  const path = cutText(request.url.split("?")[0] ?? "", pathLengthMax);
  const call: OperatorCall = {
    _id: newId("opc"),
    operator,
    requestId,
    address: getClientAddress(request),
    method: request.method,
    path: isDeleted ? path.replaceAll(given, "deleted") : path,
    ...(businessId !== undefined && { businessId }),
    ...(keyId !== undefined && { keyId }),
    at: new Date(),
    status: null,
    answeredAt: null,
  };
  await insertOperatorCall(db, call);
  request.operatorCall = { id: call._id };
}

/** Adds the id of the created record to the record of the call. */
export function setCreated(request: FastifyRequest, id: string): void {
  if (request.operatorCall) request.operatorCall.created = id;
}
