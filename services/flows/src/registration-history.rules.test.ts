import { expect, test } from "vitest";
import { takeByFileBytes } from "./registration-history.rules.js";

const withFile = (bytes: number) => ({
  documents: [
    {
      ...{ field: "ine", text: "INE", isRequired: true },
      file: {
        ...{ fileId: "fil_1", sha256: "", bytes },
        mediaType: "application/pdf" as const,
        uploadedAt: new Date(0),
      },
    },
  ],
});

test("registrations are taken until their files are long enough, and one at least", () => {
  expect(takeByFileBytes([withFile(9), {}, withFile(9)], 10)).toHaveLength(3);
  expect(takeByFileBytes([withFile(9), withFile(9), {}, withFile(9)], 10)).toHaveLength(2);
  expect(takeByFileBytes([withFile(99), {}], 10)).toHaveLength(1);
  expect(takeByFileBytes([], 10)).toEqual([]);
});
