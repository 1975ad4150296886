import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { Refusal } from "@tenant-ops/kit/errors";

/**
 * Reads the only file of a form while it arrives. Other fields are ignored.
 * @param use gets the content of the file; an error of it stops the reading
 * @returns undefined for a form without a file
 * @throws Refusal malformed_request for a body that is no such form, or that ends too early
 */
export function readOneFile<T>(
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
