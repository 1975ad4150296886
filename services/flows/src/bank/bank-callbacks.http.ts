import { createHash } from "node:crypto";
import { type Call, createSystemCall, metadataKeys } from "@tenant-ops/kit/call";
import { isSignatureValid, openValidSecrets } from "@tenant-ops/kit/egress";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import { computeDeadline, getHeader, getRequestId, parseInput, requireCall, toFastifyPath } from "@tenant-ops/kit/http";
import type { BoundVerbs, Reads } from "@tenant-ops/kit/process";
import { reportBankValidation as route } from "@tenant-ops/rest/flows";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import type { FlowsContext } from "../context.js";
import { toBankReply } from "../registrations/registrations.replies.js";
import { requireBankValidation } from "../registrations/registrations.rules.js";
import { requirePending } from "../registrations/registration-steps.rules.js";
import { findRegistrationById } from "../registrations/registrations.store.js";
import { type BankAnswer, decideAfterCallback, isKnownAlready } from "./bank-outcomes.rules.js";
import { findBankProvider } from "./bank-provider.store.js";
import { type OutcomeVerbs, recordOutcome } from "./bank-step.js";
import type { keepBankWaiting } from "./bank-validations.verbs.js";

const noQuery = z.strictObject({});
const bodyBytesMax = 16 * 1024;

/** `db` finds the business of an id, because a signed request has no key. */
export type CallbackReads = Reads & Pick<FlowsContext, "db" | "keyring"> & Pick<OutcomeVerbs, "recordVisit">;

type CallbackVerbs = OutcomeVerbs & BoundVerbs<{ keepBankWaiting: typeof keepBankWaiting }>;

/** The callback of a provider that decides later. It has a key of the business, which the gateway has checked, or signs its request. */
export function bankCallbackHttp(app: FastifyInstance, context: CallbackReads & CallbackVerbs): void {
  const { scope } = context;
  void app.register(async (callbacks) => {
    // The signature is over the bytes, so the body is not parsed here.
    callbacks.removeAllContentTypeParsers();
    callbacks.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    callbacks.post(toFastifyPath(route.path), { config: { withoutCaller: true } }, async (request) => {
      const { id } = parseInput(route.params, request.params, "path parameter");
      parseInput(noQuery, request.query, "query parameter");
      const isFromGateway = getHeader(request, metadataKeys.context) !== undefined;
      const call = isFromGateway ? requireCall(request) : await verifySignature(context, request, id);
      const { registrationId, ...answer } = parseInput(route.body, parseJson(request));
      if (registrationId !== id) throw invalid("registrationId", "must be the registration in the path.");
      const found = requireBankValidation(await findRegistrationById(scope(call), id), id);
      await applyAnswer(context, call, found, answer);
      const known = requireBankValidation(await findRegistrationById(scope(call), id), id);
      return { _id: id, state: known.state, bankValidation: toBankReply(known.bank) };
    });
  });
}

/**
 * The call in the name of the business whose secret has signed the request. Its `webhook-id` is the idempotency key.
 * @throws Refusal unauthorized, the same for an unknown registration and for a wrong signature
 */
async function verifySignature(
  { db, keyring, scope }: CallbackReads,
  request: FastifyRequest,
  id: string,
): Promise<Call> {
  const refuse = () => new Refusal("unauthorized", "Unauthorized: send a key, or sign the request with the secret.");
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, getHeader(request, name) ?? ""]));
  const businessId = await db.findOwner("registrations", id);
  if (businessId === undefined) throw refuse();
  const body = readBytes(request);
  const call = createSystemCall(businessId, "bank callback", {
    requestId: getRequestId(request),
    deadline: computeDeadline(request),
    idempotencyKey: `${id}|${headers["webhook-id"]}`,
    requestDigest: () => createHash("sha256").update(body).digest("base64url"),
  });
  const provider = await findBankProvider(scope(call));
  const secrets = provider ? openValidSecrets(keyring, provider.secrets, businessId, new Date()) : [];
  if (!isSignatureValid(secrets, headers, body)) throw refuse();
  return call;
}

const readBytes = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function parseJson(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readBytes(request).toString("utf8"));
  } catch {
    throw new Refusal("malformed_request", "The body is not valid JSON.");
  }
}

/** @throws Refusal registration_not_pending */
async function applyAnswer(
  verbs: CallbackVerbs,
  call: Call,
  found: ReturnType<typeof requireBankValidation>,
  answer: BankAnswer,
): Promise<void> {
  if (isKnownAlready(found, answer)) return;
  const decision = decideAfterCallback(found.bank, answer, new Date());
  const registration = requirePending(found, "bank_approved");
  if (decision.kind === "decided") return recordOutcome(verbs, call, registration, decision);
  await verbs.keepBankWaiting(call, { registrationId: found._id, bank: decision.bank });
}
