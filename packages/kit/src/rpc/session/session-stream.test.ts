import { once } from "node:events";
import { create } from "@bufbuild/protobuf";
import { Metadata } from "@grpc/grpc-js";
import { ReadResourceRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { metadataKeys } from "../../call/metadata-keys.js";
import { newId } from "../../data/ids.js";
import { Refusal } from "../../errors/refusal.js";
import { eventually } from "../../testing/eventually.js";
import { inLongRun } from "../../testing/run-depth.js";
import { testCallMs, untilAborted } from "../../testing/test-call.js";
import { createMethodDefinition } from "../definition.js";
import { sendUnary } from "../send-unary.js";
import type { RpcTransport } from "../transport.types.js";
import { decodeFrames, encodeFrame, type Frame, frameKinds, methodText } from "./frames.js";
import { createCall, createCaller, createForeignClient, signContext, startReplica } from "./replicas.testing.js";
import { clientCallsMax, serverCallsMax, sessionMethod } from "./session-method.js";

const longTest = inLongRun(test);

const readResource = createMethodDefinition(ResourceService.method.readResource);

/** A session stream without any rules of our client. */
function openRawSession(port: number) {
  const { path, requestSerialize, responseDeserialize } = sessionMethod;
  const stream = createForeignClient(port).makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  // The status of a stream that a test ends.
  stream.on("error", () => undefined);
  const frames: Frame[] = [];
  const read = () => stream.on("data", (message: Buffer) => frames.push(...decodeFrames(message)));
  const request = readResource.requestSerialize(create(ReadResourceRequestSchema, { uri: "service://supply/test" }));
  const texts: [string, string][] = [
    [methodText, readResource.path],
    [metadataKeys.context, signContext(createCall(), "supply")],
  ];
  const call = (callId: number) =>
    stream.write(Buffer.concat(encodeFrame(frameKinds.call, callId, 120_000, texts, request)));
  return { stream, frames, read, call };
}

test("a handler gets the same call, and the client the same reply, from a session as from a unary call", async () => {
  const calls: Call[] = [];
  const handle = async (_: unknown, call: Call) => {
    calls.push(call);
    call.replayed = true;
    return {};
  };
  const given = {
    requestId: "req_1",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    idempotencyKey: "key_1",
    storedReplyOnly: "proposal_expired",
    material: "48",
    keyId: "key",
    businessId: newId("biz"),
  } as const;
  const { port } = await startReplica({ handle });
  const client = createForeignClient(port);
  const byUnaryCalls: RpcTransport = { send: (attempt) => sendUnary(client, attempt), close: () => undefined };
  for (const transport of [undefined, byUnaryCalls]) {
    const { write } = createCaller(`127.0.0.1:${port}`, testCallMs, transport);
    expect(await write(given)).toMatchObject({ replayed: true });
  }
  const [inSession, unary] = calls.map(({ signal: _s, deadline: _d, requestDigest, traceparent, ...rest }) => ({
    ...rest,
    digest: requestDigest?.(),
    traceId: traceparent?.split("-")[1],
  }));
  expect(inSession).toEqual(unary);
  expect(inSession).toMatchObject({
    idempotencyKey: "key_1",
    storedReplyOnly: "proposal_expired",
    material: "48",
    requestId: "req_1",
  });
});

test("a refusal arrives with its code, detail and what it says about writes", async () => {
  const problems = [{ rule: "already_member", field: "email", values: { email: "josé@example.com" } }] as const;
  const refusal = new Refusal("service_unavailable", "Ação não é possível.", 7, false, problems);
  const { port } = await startReplica({ handle: () => Promise.reject(refusal) });
  await expect(createCaller(`127.0.0.1:${port}`).write()).rejects.toMatchObject({
    code: "service_unavailable",
    detail: "Ação não é possível.",
    retryAfter: 7,
    mayHaveWritten: false,
    problems,
  });
});

test("a client without our code calls unary rpcs", async () => {
  const { port } = await startReplica({ handle: async () => ({ text: "hello" }) });
  const metadata = new Metadata();
  metadata.set(metadataKeys.context, signContext(createCall(), "supply"));
  const request = create(ReadResourceRequestSchema, { uri: "service://supply/test" });
  const { path, requestSerialize, responseDeserialize } = readResource;
  const reply = await new Promise((resolve, reject) => {
    createForeignClient(port).makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      (error, value) => (error ? reject(error) : resolve(value)),
    );
  });
  expect(reply).toMatchObject({ text: "hello" });
});

test("a malformed frame ends its stream with a clear error, and no other stream", async () => {
  let mayAnswer = () => {};
  const answer = new Promise<void>((resolve) => (mayAnswer = resolve));
  let begun = 0;
  const { port } = await startReplica({
    handle: async () => {
      begun += 1;
      await answer;
      return { text: "hello" };
    },
  });
  const other = createCaller(`127.0.0.1:${port}`).read();
  await eventually(() => expect(begun).toBe(1));
  const { stream } = openRawSession(port);
  stream.write(Buffer.from("no frame"));
  const [error] = await once(stream.resume(), "error");
  expect(error).toMatchObject({ details: expect.stringContaining("Malformed frame") });
  mayAnswer();
  expect(await other).toMatchObject({ message: { text: "hello" } });
});

test("an rpc that the server does not have is the failure of one call", async () => {
  const { port } = await startReplica({ handle: async () => ({}) });
  const { stream, frames, read, call } = openRawSession(port);
  read();
  stream.write(Buffer.concat(encodeFrame(frameKinds.call, 1, 60_000, [[methodText, "/none/None"]])));
  call(2);
  await eventually(() => expect(frames).toHaveLength(2));
  expect(frames).toMatchObject([
    { callId: 1, kind: frameKinds.failure, value: 12 },
    { callId: 2, kind: frameKinds.reply },
  ]);
});

test("a request that is too large for a frame is sent as a unary call; a reply that is too large is the failure of one call", async () => {
  const sizes: Record<string, number> = { "service://supply/large": 17 * 1024 * 1024, "service://supply/test": 5 };
  const { port } = await startReplica({
    handle: async (request) => ({ text: "x".repeat(sizes[(request as { uri?: string }).uri ?? ""] ?? 0) }),
  });
  const { read } = createCaller(`127.0.0.1:${port}`);
  const small = () => expect(read()).resolves.toMatchObject({ message: { text: "xxxxx" } });
  await small();
  const [large] = await Promise.allSettled([read({}, "service://supply/large"), small()]);
  expect(large).toMatchObject({ status: "rejected", reason: { message: expect.stringMatching(/larger than/) } });
  // Longer than the field allows: only the handler of the call can say so.
  await expect(read({}, "x".repeat(600_000))).rejects.toMatchObject({ code: "invalid_argument" });
  await small();
});

test("more calls at once than one stream carries are all answered", async () => {
  let begun = 0;
  let mayAnswer = () => {};
  const answer = new Promise<void>((resolve) => (mayAnswer = resolve));
  const { port } = await startReplica({
    handle: async () => {
      begun += 1;
      await answer;
      return {};
    },
  });
  const { read } = createCaller(`127.0.0.1:${port}`, 150_000);
  const deadline = Date.now() + 150_000;
  const calls = Promise.all(Array.from({ length: clientCallsMax + 50 }, () => read({ deadline })));
  await Promise.race([calls, eventually(() => expect(begun).toBe(clientCallsMax + 50))]);
  mayAnswer();
  expect(await calls).toHaveLength(clientCallsMax + 50);
});

test("a client with too many calls under way on one stream is refused, and not disconnected", async () => {
  const { port } = await startReplica({ handle: async (_, call) => untilAborted(call.signal) });
  const { frames, read, call, stream } = openRawSession(port);
  read();
  for (let id = 1; id <= serverCallsMax + 1; id += 1) call(id);
  await eventually(() => expect(frames).toHaveLength(1));
  expect(frames[0]?.texts.get(metadataKeys.error)).toBe("service_unavailable");
  stream.cancel();
});

test("a call that its caller cancels, or whose deadline passes, is aborted in the service", async () => {
  let [begun, aborted] = [0, 0];
  const { port } = await startReplica({
    handle: async (_, call) => {
      begun += 1;
      return untilAborted(call.signal).finally(() => (aborted += 1));
    },
  });
  const { write } = createCaller(`127.0.0.1:${port}`);
  const abort = new AbortController();
  const sent = write({ signal: abort.signal });
  await eventually(() => expect(begun).toBe(1));
  abort.abort();
  await expect(sent).rejects.toMatchObject({ code: "deadline_exceeded", mayHaveWritten: true });
  await eventually(() => expect(aborted).toBe(1));
  await expect(write({ deadline: Date.now() + 1000 })).rejects.toMatchObject({ code: "deadline_exceeded" });
  await eventually(() => expect(aborted).toBe(2));
});

test("a call that was cancelled before its frame was written was not started", async () => {
  let begun = 0;
  const handle = async () => {
    begun += 1;
    return {};
  };
  const { port } = await startReplica({ handle });
  const { write } = createCaller(`127.0.0.1:${port}`);
  await write();
  const sent = write({ signal: AbortSignal.abort() });
  await expect(sent).rejects.toMatchObject({ wasNotStarted: true, mayHaveWritten: false });
  await write();
  expect(begun).toBe(2);
});

longTest("answers to a client that does not read do not fill the memory of the service", async () => {
  const mebibyte = 1024 * 1024;
  let answered = 0;
  const text = "x".repeat(mebibyte);
  const { port } = await startReplica({
    handle: async () => {
      answered += 1;
      return { text };
    },
  });
  const { stream, frames, read, call } = openRawSession(port);
  await once(stream, "metadata");
  const { read: readOther } = createCaller(`127.0.0.1:${port}`);
  let others = 0;
  // A message of its own for each call: those of one message all begin.
  for (let id = 1; id <= 100; id += 1) {
    call(id);
    await readOther();
    others += 1;
  }
  expect(answered - others).toBeLessThan(60);
  read();
  await eventually(() => expect(frames).toHaveLength(100));
});
