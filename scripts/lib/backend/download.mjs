// Downloads, hashes and archives, for binary-sources.mjs.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

// A machine that cannot reach this host tries the next source after three seconds.
export async function request(url) {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(new Error("no answer within 3 s")), 3_000);
  try {
    const answer = await fetch(url, { signal: connecting.signal });
    if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    return answer;
  } catch (error) {
    throw new Error(error.cause?.code ? `not reachable (${error.cause.code})` : error.message);
  } finally {
    clearTimeout(timer);
  }
}

export async function download(url, file) {
  const answer = await request(url);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
  return file;
}

export async function verifyHash(file, algorithm, expected, encoding = "hex") {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest(encoding);
  if (!expected || actual !== expected) throw new Error(`wrong ${algorithm} (${actual}); the file was deleted`);
}

export async function unpack(args) {
  const { code, stderr } = await runCommand("tar", args);
  if (code !== 0) throw new Error(`tar failed: ${takeLastLines(stderr, 2)}`);
}
