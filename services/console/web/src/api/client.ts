import { type Client as PublicClient, createSessionClient } from "@tenant-ops/client/session-client";
import {
  type CallInput,
  type CallReply,
  consoleCall,
  type ConsoleOperation,
  type ConsoleRoute,
} from "./console-call.js";
import type { WriteOptions } from "@tenant-ops/client/session";
import * as ofBusiness from "./operations/business.js";
import * as ofPerson from "./operations/person.js";
import { withProof } from "./step-up.js";

/** The routes about people. The client adds the business. */
type ConsoleArea = {
  readonly [Name in ConsoleRoute]: (
    input: Omit<CallInput<Name>, "businessId">,
    options?: WriteOptions,
  ) => Promise<CallReply<Name>>;
};

/** The operations of the public API by area, and the routes about people as one more area. */
export type Client = PublicClient & { readonly console: ConsoleArea };

/** @param businessId undefined for a page about the person, which can call only routes without a business */
export const createClient = (businessId?: string): Client => ({
  ...createSessionClient({ baseUrl: location.origin, businessId, around: withProof }),
  console: createConsoleArea(businessId),
});

function createConsoleArea(businessId: string | undefined): ConsoleArea {
  const operations: ConsoleOperation[] = Object.values({ ...ofPerson, ...ofBusiness });
  const calls = operations.map((operation) => {
    const call = consoleCall(operation as ConsoleOperation<ConsoleRoute>);
    const given = operation.path.includes("{businessId}") ? { businessId } : {};
    return [operation.id, (input: object, options?: WriteOptions) => call({ ...given, ...input }, options)];
  });
  // The operations and the types follow from the same declarations.
  return Object.fromEntries(calls) as ConsoleArea;
}
