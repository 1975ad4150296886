import { describe, expect, test } from "vitest";
import { assertBusinessId, assertSandboxId, isBusinessId, isSandboxId } from "./business-id.js";

const live = "biz_01h455vb4pex5vsknk084sn02q";
const sandbox = "sbx_01h455vb4pex5vsknk084sn02q";

describe("ids of businesses", () => {
  test("a live business and a sandbox are both businesses, and only one of them is a sandbox", () => {
    expect([live, sandbox].map(isBusinessId)).toEqual([true, true]);
    expect([live, sandbox].map(isSandboxId)).toEqual([false, true]);
    expect(() => assertBusinessId(sandbox)).not.toThrow();
  });

  test.each([live, "", undefined, null, { $gt: "sbx_" }, [sandbox], `${sandbox}x`, sandbox.toUpperCase(), "sbx_"])(
    "%j is no sandbox, so it cannot be emptied",
    (id) => {
      expect(isSandboxId(id)).toBe(false);
      expect(() => assertSandboxId(id)).toThrow("not the id of a sandbox");
    },
  );
});
