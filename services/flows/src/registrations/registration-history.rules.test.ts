import { expect, test } from "vitest";
import { limitByFileBytes } from "./registration-history.rules.js";

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

test("registrations are taken until their files reach the limit, and at least one is taken", () => {
  expect(limitByFileBytes([withFile(9), {}, withFile(9)], 10)).toHaveLength(3);
  expect(limitByFileBytes([withFile(9), withFile(9), {}, withFile(9)], 10)).toHaveLength(2);
  expect(limitByFileBytes([withFile(99), {}], 10)).toHaveLength(1);
  expect(limitByFileBytes([], 10)).toEqual([]);
});
