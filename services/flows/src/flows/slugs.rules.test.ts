import { Refusal } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import { requireUnreservedSlug } from "./slugs.rules.js";

function findRefusal(slug: string): Refusal | undefined {
  try {
    requireUnreservedSlug(slug);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

test.each(["admin", "test", "tests", "v1", "well-known"])(
  "the slug that the refusal of %s names is accepted",
  (slug) => {
    const refusal = findRefusal(slug);
    expect(refusal?.code).toBe("slug_reserved");
    const [, proposed = slug] = /as in "(.+)"/.exec(refusal?.detail ?? "") ?? [];
    expect(findRefusal(proposed)).toBeUndefined();
  },
);

test("no slug begins as the pages of sandboxes do", () => {
  expect(findRefusal("test-mx")?.code).toBe("slug_reserved");
});
