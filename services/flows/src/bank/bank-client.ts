import { isSandboxId } from "@tenant-ops/kit/call";
import {
  createEgressClient,
  createEgressOptions,
  createSignatureHeaders,
  type EgressClient,
  openValidSecrets,
  type UrlRules,
} from "@tenant-ops/kit/egress";
import type { Keyring } from "@tenant-ops/kit/encryption";
import type { FlowsConfig } from "../config.js";
import type { Registration } from "../registrations/registrations.rules.js";
import { type BankAnswer, type BankFailure, readBankAnswer } from "./bank-outcomes.rules.js";
import type { BankProvider } from "./bank-provider.rules.js";

const answerBytesMax = 16 * 1024;
/** Time limit of a test, because the person who started it waits for the answer. */
const testMs = 5000;

/** The part of a registration that is sent. */
export type BankSubject = Pick<Registration, "slug" | "answers"> & { registrationId: string; createdAt: Date };

export interface BankClient {
  rules: UrlRules;
  /** Checks a new address. */
  egress: EgressClient;
  /** Asks about a registration, under the same id at every attempt: the provider recognises a repeat. */
  ask(provider: BankProvider, subject: BankSubject): Promise<BankAnswer | BankFailure>;
  /** Asks with invented answers of a visitor, marked as a test. */
  askAsTest(provider: BankProvider, subject: BankSubject): Promise<BankAnswer | BankFailure>;
  close(): Promise<void>;
}

export function createBankClient(config: FlowsConfig, keyring: Keyring): BankClient {
  const rules = createEgressOptions(config, config.BANK_ATTEMPT_MS);
  const egress = createEgressClient(rules);
  const testEgress = createEgressClient(createEgressOptions(config, testMs));

  async function send(client: EgressClient, provider: BankProvider, subject: BankSubject, isTest: boolean) {
    const now = new Date();
    const { registrationId, slug, answers, createdAt } = subject;
    const callbackUrl = `${config.CONSOLE_URL}/v1/public/flows/bank-validations/${registrationId}`;
    const content = { registrationId, slug, answers, createdAt: createdAt.toISOString(), test: isTest, callbackUrl };
    const body = Buffer.from(JSON.stringify(content));
    const secrets = openValidSecrets(keyring, provider.secrets, provider._id, now);
    const answer = await client.request({
      url: provider.url,
      method: "POST",
      headers: {
        ...createSignatureHeaders(secrets, registrationId, body, now),
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "tenant-ops-bank-validation/1",
      },
      body,
      bodyBytesMax: answerBytesMax,
    });
    return readBankAnswer(answer);
  }

  return {
    rules,
    egress,
    ask: (provider, subject) => send(egress, provider, subject, isSandboxId(provider._id)),
    askAsTest: (provider, subject) => send(testEgress, provider, subject, true),
    close: async () => void (await Promise.all([egress.close(), testEgress.close()])),
  };
}
