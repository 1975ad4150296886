import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { Refusal } from "@tenant-ops/kit/errors";
import { getClientAddress } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { documentBytesMax } from "../documents/documents.rules.js";
import { storeUpload, type Upload } from "../documents/uploads.js";
import { isRateLimited } from "../limits/visitor-limits.js";
import type { PageContext } from "./page-context.js";
import type { RequestedRegistration } from "./page.flows.js";
import type { FileProblem } from "./page.steps.texts.js";

/**
 * Reads the only file of a form while it arrives. Other fields are ignored.
 * @param use gets the content of the file; an error of it stops the reading
 * @returns undefined for a form without a file
 * @throws Refusal malformed_request for a body that is no such form, or that ends too early
 */
function readOneFile<T>(
  body: Readable,
  contentType: string,
  bytesMax: number,
  use: (content: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T | undefined> {
  const parser = createParser(contentType, bytesMax);
  return new Promise((resolve, reject) => {
    let work: Promise<T> | undefined;
    let content: Readable | undefined;
    const fail = (error: unknown) => {
      body.unpipe(parser);
      content?.destroy();
      reject(error);
    };
    parser.on("file", (_name, file) => {
      content = file;
      // Reported by the parser as well.
      file.on("error", () => {});
      work = use(file);
      work.catch(fail);
    });
    parser.on("error", () => fail(createMalformed("is not a form with a file")));
    parser.on("finish", () => {
      if (work) work.then(resolve, fail);
      else resolve(undefined);
    });
    body.on("close", () => {
      if (!body.readableEnded) fail(createMalformed("is not complete"));
    });
    body.pipe(parser);
  });
}

function createParser(contentType: string, bytesMax: number) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // One byte more, so that the store sees that the file is too long.
      limits: { files: 1, fields: 10, fieldSize: 1000, parts: 11, fileSize: bytesMax + 1, headerPairs: 20 },
    });
  } catch {
    throw createMalformed("is not a form with a file");
  }
}

const createMalformed = (how: string): Refusal => new Refusal("malformed_request", `The body ${how}.`);

/** What is wrong with the file of a document. */
export interface RefusedFile {
  field: string;
  problem: FileProblem;
  /** Seconds after which it may be sent again; absent when waiting does not help. */
  retryAfter?: number | undefined;
}

/** Takes the file of the request. @returns undefined when it is stored */
export type ReceiveFile = (found: RequestedRegistration) => Promise<RefusedFile | undefined>;

type AnswerUpload = (request: FastifyRequest, reply: FastifyReply, receive: ReceiveFile) => Promise<FastifyReply>;

/** One file per request. The body is read while it arrives, after it is known that the registration may get a file. */
export function uploadPages(pages: FastifyInstance, context: PageContext, path: string, answer: AnswerUpload): void {
  void pages.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("multipart/form-data", (_request, payload, done) => done(null, payload));
    uploads.post(path, { config: { withoutCaller: true } }, (request, reply) =>
      answer(request, reply, async (found) => {
        const { field } = request.params as { field: string };
        try {
          const problem = await receiveFile(context, found, field, request);
          return problem && { field, problem };
        } catch (error) {
          if (!isRateLimited(error)) throw error;
          return { field, problem: "limited" as const, retryAfter: error.retryAfter };
        }
      }),
    );
  });
}

/** @throws Refusal rate_limited when visitors have sent as many bytes as they may */
async function receiveFile(
  { scope, signIn, verbs }: PageContext,
  { registration, call }: RequestedRegistration,
  field: string,
  request: FastifyRequest,
): Promise<FileProblem | undefined> {
  const { _id: registrationId, documents = [] } = registration;
  // An address that no page has shown, or an old page: the answer shows the present state of the registration.
  if (registration.waitsFor !== "documents" || !documents.some((one) => one.field === field)) return undefined;
  // The gateway has checked the length; Node reads no more than that.
  const bytes = Number(request.headers["content-length"] ?? documentBytesMax);
  const limits = signIn.limits.file(call.businessId, { address: getClientAddress(request), bytes });
  if (!(await verbs.beginUpload(call, { registrationId, limits }))) return "too_many";
  const upload = await readUpload(scope, call, request);
  if (typeof upload === "string") return upload;
  await verbs.attachFile(call, { registration, field, upload });
  return undefined;
}

async function readUpload(
  scope: PageContext["scope"],
  call: RequestedRegistration["call"],
  request: FastifyRequest,
): Promise<Upload | FileProblem> {
  const type = request.headers["content-type"] ?? "";
  let isEmpty = true;
  try {
    const upload = await readOneFile(request.body as Readable, type, documentBytesMax, (content) =>
      storeUpload(
        scope,
        call,
        watch(content, () => (isEmpty = false)),
      ),
    );
    return upload ?? "empty";
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    if (code === "payload_too_large") return "too_long";
    if (code === "malformed_request") return "broken";
    if (code === "file_type_refused") return isEmpty ? "empty" : "type";
    throw error;
  }
}

async function* watch(content: AsyncIterable<Uint8Array>, onBytes: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    if (bytes.length > 0) onBytes();
    yield bytes;
  }
}
