import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import type { Caller, StoredReplyOnly } from "@tenant-ops/kit/call";
import type { Refusal } from "@tenant-ops/kit/errors";
import { serializeMessage } from "@tenant-ops/kit/rpc";
import { toCanonicalJson } from "@tenant-ops/kit/texts";
import type { CatalogTool } from "@tenant-ops/proto";
import { isObject } from "../json.js";
import {
  createExpiredRefusal,
  createMismatchRefusal,
  createUnreadableRefusal,
  createUnverifiedRefusal,
  describeMissingAnswer,
} from "./proposal-refusals.js";

const prefix = "prop_";
const version = 1;
/** Of the token of a proposal about which people decide: it allows no write, and leads to what they have decided. */
const heldVersion = 2;
/** Of the token of a proposal that uses a daily allowance: before its material stands the number that its write adds. */
const allowanceVersion = 3;
const numberBytes = 8;
// A model copies the token character by character, so it is binary instead of JSON: about 100 characters.
const idBytes = 12;
const wholeBytes = 16;
/** Enough to name a field that differs; the digest of the whole message proves that none does. */
const fieldBytes = 2;
const macBytes = 16;
const headBytes = 1 + 4 + idBytes + wholeBytes;

type Message = MessageShape<DescMessage>;

/** The fields that the gateway adds to the reply of a propose tool. */
export type ProposalFields = { proposal_token: string; expires_at: string; next_step: string };

export interface LookUp {
  storedReplyOnly: StoredReplyOnly;
  /** For the caller, when nothing is stored. */
  refusal: Refusal;
}

/** The permission that a token gives. */
export interface Redemption {
  /** Id of the proposal. It is the idempotency key, so two calls with one token write once. */
  id: string;
  /**
   * Set when the token does not allow a write (any more): it has expired, or it was made with another secret or credential. Then the
   * caller may only get the stored answer of an earlier write.
   */
  lookUp?: LookUp;
  /** What the write replaces, as the preview showed it. */
  material?: string;
  /** The number of the preview, when the write uses a daily allowance. */
  uses?: number;
  /** People decide about it, and the server carries it out. */
  isHeld?: true;
}

/** Who proposes and redeems. A token that was made under other rules of approvals allows no write. */
export type ProposalCaller = Pick<Caller, "businessId" | "keyId"> & { approvalPolicy?: number };

export interface ProposalTokens {
  /**
   * Creates a token that allows writing exactly this message with `writer`. Nothing is stored.
   * @param material from `describeMaterial` @param uses the number of the preview, when the write uses a daily allowance
   */
  issue(
    writer: CatalogTool,
    message: Message,
    caller: ProposalCaller,
    given?: { material?: string | undefined; uses?: number | undefined },
  ): ProposalFields;
  /** The token of a proposal that was held. @param id of the proposal, 12 bytes in base64url @param expiresAt ISO 8601 */
  issueHeld(
    writer: CatalogTool,
    message: Message,
    caller: ProposalCaller,
    held: { id: string; expiresAt: string },
  ): string;
  /** @throws Refusal proposal_mismatch; proposal_invalid for a text that is no token */
  redeem(token: string, tool: CatalogTool, message: Message, caller: ProposalCaller): Redemption;
}

export interface ProposalTokenOptions {
  /** The first one signs, all of them verify. */
  secrets: readonly Buffer[];
  lifetimeMs: number;
  /** For tests. */
  now?: () => number;
}

export function createProposalTokens({ secrets, lifetimeMs, now = Date.now }: ProposalTokenOptions): ProposalTokens {
  const [signingSecret] = secrets;
  if (!signingSecret) throw new Error("no secret for proposal tokens");

  return {
    issue(writer, message, caller, { material = "", uses } = {}) {
      const expires = Math.floor((now() + lifetimeMs) / 1000);
      const signed = { version: uses === undefined ? version : allowanceVersion, id: randomBytes(idBytes), expires };
      return {
        proposal_token: sign(signingSecret, writer, message, caller, { ...signed, uses, material }),
        expires_at: new Date(expires * 1000).toISOString(),
        next_step: `Show this preview to the user and wait for an explicit yes; then call ${writer.name} with the same arguments and this proposal_token.`,
      };
    },

    issueHeld(writer, message, caller, { id, expiresAt }) {
      const expires = Math.floor(Date.parse(expiresAt) / 1000);
      const signed = { version: heldVersion, id: Buffer.from(id, "base64url"), expires, material: "" };
      return sign(signingSecret, writer, message, caller, signed);
    },

    redeem(token, tool, message, caller) {
      const bytes = Buffer.from(token.startsWith(prefix) ? token.slice(prefix.length) : "", "base64url");
      const isHeld = bytes[0] === heldVersion;
      const usesAllowance = bytes[0] === allowanceVersion;
      if (bytes.length < headBytes + macBytes || !(bytes[0] === version || isHeld || usesAllowance))
        throw createUnreadableRefusal(tool);
      const body = bytes.subarray(0, -macBytes);
      const id = body.subarray(5, 5 + idBytes).toString("base64url");
      const expires = body.readUInt32BE(1) * 1000;
      const describeMissing = (isFinal: boolean) => describeMissingAnswer(expires - lifetimeMs, now(), isFinal);

      const mac = bytes.subarray(-macBytes);
      if (!secrets.some((secret) => timingSafeEqual(mac, computeMac(secret, body, tool, caller))))
        return {
          id,
          lookUp: {
            storedReplyOnly: "proposal_invalid",
            refusal: createUnverifiedRefusal(tool, describeMissing(false)),
          },
        };
      const differing = findDifferingFields(tool, body, message);
      if (differing) throw createMismatchRefusal(tool, differing);
      // Whether it has expired is known to the service that holds it.
      if (isHeld) return { id, isHeld };
      const rest = body.subarray(headBytes + tool.method.input.fields.length * fieldBytes);
      const material = rest.subarray(usesAllowance ? numberBytes : 0).toString();
      const uses = usesAllowance && { uses: rest.readDoubleBE() };
      if (expires > now()) return { id, ...uses, ...(material && { material }) };
      return {
        id,
        lookUp: {
          storedReplyOnly: "proposal_expired",
          refusal: createExpiredRefusal(tool, expires, describeMissing(true)),
        },
      };
    },
  };
}

/** Business, key and tool are signed but not part of the token: the call that redeems it has them. */
function computeMac(secret: Buffer, body: Buffer, tool: CatalogTool, caller: ProposalCaller): Buffer {
  const mac = createHmac("sha256", secret).update(body);
  for (const part of [caller.businessId, caller.keyId, tool.name]) mac.update("\0").update(part);
  // What was held stays held under later rules.
  if (caller.approvalPolicy && body[0] !== heldVersion) mac.update(`\0${caller.approvalPolicy}`);
  return mac.digest().subarray(0, macBytes);
}

interface Signed {
  version: number;
  id: Buffer;
  /** In seconds since 1970. */
  expires: number;
  uses?: number | undefined;
  material: string;
}

function sign(secret: Buffer, writer: CatalogTool, message: Message, caller: ProposalCaller, signed: Signed): string {
  const head = Buffer.alloc(1 + 4);
  head.writeUInt8(signed.version, 0);
  head.writeUInt32BE(signed.expires, 1);
  const { input } = writer.method;
  const fields = computeFieldDigests(input, message);
  const uses = Buffer.alloc(signed.uses === undefined ? 0 : numberBytes);
  if (signed.uses !== undefined) uses.writeDoubleBE(signed.uses);
  const body = Buffer.concat([
    head,
    signed.id,
    computeDigest(input, message),
    ...fields,
    uses,
    Buffer.from(signed.material),
  ]);
  const token = Buffer.concat([body, computeMac(secret, body, writer, caller)]);
  return `${prefix}${token.toString("base64url")}`;
}

/** The names of the fields that differ from the preview, by their digests; undefined when the messages are equal. */
function findDifferingFields(tool: CatalogTool, body: Buffer, message: Message): string[] | undefined {
  const { input } = tool.method;
  if (body.subarray(5 + idBytes, headBytes).equals(computeDigest(input, message))) return undefined;
  const given = computeFieldDigests(input, message);
  const previewed = body.subarray(headBytes);
  const differing = input.fields.filter((_, index) => {
    const start = index * fieldBytes;
    return !given[index]?.equals(previewed.subarray(start, start + fieldBytes));
  });
  return differing.map(({ name }) => name);
}

/** @param message with its defaults filled in: a default that is written out must not change the digest */
function computeDigest(schema: DescMessage, message: Message): Buffer {
  return digest(serializeMessage(schema, message)).subarray(0, wholeBytes);
}

function computeFieldDigests(schema: DescMessage, message: Message): Buffer[] {
  const json = toJson(schema, message);
  const values = isObject(json) ? json : {};
  return schema.fields.map(({ jsonName }) => {
    const value = values[jsonName];
    return digest(value === undefined ? "" : toCanonicalJson(value)).subarray(0, fieldBytes);
  });
}

function digest(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}
