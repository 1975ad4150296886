/** The media types that a document may have, recognised by its bytes and not by its name. */
export type MediaType = "application/pdf" | "image/png" | "image/jpeg" | "text/plain";

const signatures: readonly [MediaType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
];

const extensions: Record<MediaType, string> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/plain": "txt",
};

export function getExtension(mediaType: MediaType): string {
  return extensions[mediaType];
}

/** Reads the bytes of a file part by part. */
export interface MediaTypeDetector {
  read(bytes: Uint8Array): void;
  /** Undefined when the bytes are none of the known types, and for no bytes. */
  finish(): MediaType | undefined;
}

export function createMediaTypeDetector(): MediaTypeDetector {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let head: Uint8Array = new Uint8Array();
  let isText = true;
  const checkText = (bytes?: Uint8Array) => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      // oxlint-disable-next-line no-control-regex -- a text has no control characters besides blanks and line ends
      if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) isText = false;
    } catch {
      isText = false;
    }
  };
  return {
    read(bytes) {
      if (head.length < 8) head = Buffer.concat([head, bytes.subarray(0, 8 - head.length)]);
      if (isText) checkText(bytes);
    },
    finish() {
      const known = signatures.find(([, signature]) => signature.every((byte, index) => head[index] === byte));
      if (known) return known[0];
      if (isText) checkText();
      return isText && head.length > 0 ? "text/plain" : undefined;
    },
  };
}
