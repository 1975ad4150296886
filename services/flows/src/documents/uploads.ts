import type { Call } from "@tenant-ops/kit/call";
import { type Scope, storeFile } from "@tenant-ops/kit/data";
import { documentBytesMax, requireMediaType } from "./documents.rules.js";
import { createMediaTypeDetector } from "./media-types.rules.js";

/** Longer than the deadline of other calls, for slow connections. The gateway ends the request earlier. */
const uploadMs = 120_000;
const writeMs = 9000;

/**
 * Stores the body of a request. Nothing refers to the file yet; without `keepFile` it is deleted after an hour. The call, with which the file is kept
 * then, gets a new deadline, and the hash of the file as part of its idempotency check.
 * @param details further values by which a repeated request is recognised
 * @throws Refusal payload_too_large, file_type_refused
 */
export async function storeUpload(
  openScope: (call: Call) => Scope,
  call: Call,
  body: AsyncIterable<Uint8Array>,
  details: unknown = null,
) {
  const detector = createMediaTypeDetector();
  const scope = openScope({ ...call, deadline: Date.now() + uploadMs });
  const file = await storeFile(scope, body, { bytesMax: documentBytesMax, inspect: (bytes) => detector.read(bytes) });
  const mediaType = requireMediaType(detector.finish(), file.bytes);
  call.deadline = Date.now() + writeMs;
  call.requestDigest = () => JSON.stringify([file.sha256, details]);
  return { file, mediaType };
}

/** A file whose content is stored. */
export type Upload = Awaited<ReturnType<typeof storeUpload>>;
