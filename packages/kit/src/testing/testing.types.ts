import type { DescMessage, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type * as z from "zod";
import type { Call, Caller } from "../call/call.js";
import type { SignContext } from "../call/context-token.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { IssuePass } from "../pages/pass-issuer.js";
import type { RunningService } from "../process/service.types.js";

export interface CallSettings {
  idempotencyKey?: string;
  requestId?: string;
  deadline?: number;
}

/** The rpcs of a service as functions. The second argument sets what usually comes from the gateway. */
export type TestRpcs<Service extends DescService> = {
  [Name in keyof Service["method"]]: Service["method"][Name] extends {
    input: infer Input extends DescMessage;
    output: infer Output extends DescMessage;
  }
    ? (request: MessageInitShape<Input>, settings?: CallSettings) => Promise<MessageShape<Output>>
    : never;
};

export interface TestTenant<Api extends DescService> {
  businessId: string;
  caller: Caller;
  rpc: TestRpcs<Api>;
  /** The rpcs of another API that the service has, such as ResourceService. */
  rpcOf<Other extends DescService>(api: Other): TestRpcs<Other>;
  /** A REST request as the gateway would forward it. */
  http(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  /** The events of this business, oldest first, after the outbox has no pending ones. */
  events<Schema extends DescMessage>(schema: Schema): Promise<MessageShape<Schema>[]>;
  /** Names of the write commands that the database received for this business while `work` ran; none for a preview. */
  writesDuring(work: () => Promise<unknown>): Promise<string[]>;
  /** The records of this business, to prepare and to check them. */
  scope(): Scope;
  call(settings?: CallSettings): Call;
}

export interface TestService<Api extends DescService, Schema extends z.ZodObject = z.ZodObject> {
  running: RunningService<z.infer<Schema>>;
  newTenant(given?: Partial<Caller>): TestTenant<Api>;
  /** Signs for any audience, to test forged contexts and those of other services. */
  sign: SignContext;
  /** Makes passes as flows does, for the pages of this service. */
  issuePass: IssuePass;
  /** For REST requests without a call context. */
  httpUrl: string;
  close(): Promise<void>;
}

/** A service that other files use as well: see `shareTestService`. */
export type SharedTestService<Api extends DescService, Schema extends z.ZodObject = z.ZodObject> = Omit<
  TestService<Api, Schema>,
  "close" | "migrate"
>;
