// A setup file of vitest: in one process it skips the tests of `meshOnly`, and the report says why.
import { beforeEach } from "vitest";
import { findMeshOnlyReason } from "./mesh-only.js";
import { target } from "./test-settings.js";

beforeEach(({ task, skip }) => {
  const reason = target === "all" ? findMeshOnlyReason(task.file.filepath, task.name) : undefined;
  if (reason) skip(`only in the mesh: ${reason}`);
});
