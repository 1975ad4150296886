import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import type { Caller } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { CatalogTool } from "@tenant-ops/proto";
import { toCanonicalJson, isObject } from "../json.js";

const lifetimeMs = 15 * 60_000;
const prefix = "prop_";
const version = 1;
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

export interface ProposalTokens {
  /** Creates a token that allows writing exactly this message with `writer`. Nothing is stored. */
  issue(writer: CatalogTool, message: Message, caller: Caller): ProposalFields;
  /**
   * @returns the id of the proposal; it is the idempotency key, so two calls with one token write once
   * @throws Refusal proposal_invalid, proposal_expired, proposal_mismatch
   */
  redeem(token: string, tool: CatalogTool, message: Message, caller: Caller): string;
}

export function createProposalTokens(secret: Buffer, now: () => number = Date.now): ProposalTokens {
  /** Business, key and tool are signed but not part of the token: the call that redeems it has them. */
  function computeMac(body: Buffer, tool: CatalogTool, caller: Caller): Buffer {
    const mac = createHmac("sha256", secret).update(body);
    for (const part of [caller.businessId, caller.keyId, tool.name]) mac.update("\0").update(part);
    return mac.digest().subarray(0, macBytes);
  }

  return {
    issue(writer, message, caller) {
      const expires = Math.floor((now() + lifetimeMs) / 1000);
      const head = Buffer.alloc(1 + 4);
      head.writeUInt8(version, 0);
      head.writeUInt32BE(expires, 1);
      const digests = computeDigests(writer.method.input, message);
      const body = Buffer.concat([head, randomBytes(idBytes), digests.whole, ...digests.fields]);
      const token = Buffer.concat([body, computeMac(body, writer, caller)]).toString("base64url");
      return {
        proposal_token: `${prefix}${token}`,
        expires_at: new Date(expires * 1000).toISOString(),
        next_step: `Show this preview to the user and wait for an explicit yes; then call ${writer.name} with the same arguments and this proposal_token.`,
      };
    },

    redeem(token, tool, message, caller) {
      const { input } = tool.method;
      const bytes = Buffer.from(token.startsWith(prefix) ? token.slice(prefix.length) : "", "base64url");
      const body = bytes.subarray(0, -macBytes);
      const isWhole = body.length === headBytes + input.fields.length * fieldBytes && body[0] === version;
      if (!isWhole || !timingSafeEqual(bytes.subarray(-macBytes), computeMac(body, tool, caller)))
        throw createInvalidRefusal(tool);

      const expires = body.readUInt32BE(1) * 1000;
      if (expires <= now()) throw createExpiredRefusal(tool, expires);

      const given = computeDigests(input, message);
      if (!body.subarray(5 + idBytes, headBytes).equals(given.whole)) {
        const previewed = body.subarray(headBytes);
        const differing = input.fields.filter((_, index) => {
          const start = index * fieldBytes;
          return !given.fields[index]?.equals(previewed.subarray(start, start + fieldBytes));
        });
        throw createMismatchRefusal(
          tool,
          differing.map(({ name }) => name),
        );
      }
      return body.subarray(5, 5 + idBytes).toString("base64url");
    },
  };
}

/** @param message with its defaults filled in: a default that is written out must not change the digest */
function computeDigests(schema: DescMessage, message: Message): { whole: Buffer; fields: Buffer[] } {
  const json = toJson(schema, message);
  const values = isObject(json) ? json : {};
  const fields = schema.fields.map(({ jsonName }) => {
    const value = values[jsonName];
    return digest(value === undefined ? "" : toCanonicalJson(value)).subarray(0, fieldBytes);
  });
  return { whole: digest(toCanonicalJson(values)).subarray(0, wholeBytes), fields };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function createInvalidRefusal(tool: CatalogTool): Refusal {
  return new Refusal(
    "proposal_invalid",
    `This proposal_token was not made for ${tool.name} with this credential. Call ${tool.preview} and use the token of its answer, unchanged.`,
  );
}

function createExpiredRefusal(tool: CatalogTool, at: number): Refusal {
  return new Refusal(
    "proposal_expired",
    `This proposal ended at ${new Date(at).toISOString()}. Call ${tool.preview} again, show the new preview to the user, and use its token.`,
  );
}

function createMismatchRefusal(tool: CatalogTool, fields: readonly string[]): Refusal {
  const named = fields.length > 0 ? ` in ${fields.join(", ")}` : "";
  return new Refusal(
    "proposal_mismatch",
    `The arguments differ from those that were previewed${named}. Send exactly the previewed arguments, or call ${tool.preview} again and show the new preview.`,
  );
}
