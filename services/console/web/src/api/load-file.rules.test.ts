import { expect, test } from "vitest";
import { mayReload } from "./load-file.rules.js";

test("when a file is missing, the application reloads itself once, never in a loop", () => {
  expect(mayReload(Number.NaN, 1_000_000)).toBe(true);
  expect(mayReload(1_000_000, 1_000_000 + 500)).toBe(false);
  expect(mayReload(1_000_000, 1_000_000 + 59_000)).toBe(false);
  // A day later there is another new version.
  expect(mayReload(1_000_000, 1_000_000 + 86_400_000)).toBe(true);
});
