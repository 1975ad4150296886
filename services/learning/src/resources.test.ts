import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { ResourceService } from "@tenant-ops/proto/common";
import type { LearningService } from "@tenant-ops/proto/learning";
import { beforeAll, expect, test } from "vitest";
import { learning } from "./learning.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

const read = async (uri: string) => (await service.newTenant().rpcOf(ResourceService).readResource({ uri })).text;

test("the three resources of the specification are offered under their names", async () => {
  const { resources } = await service.newTenant().rpcOf(ResourceService).listResources({});
  expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
    ["service://learning/schema/schemas", "learning_schemas"],
    ["service://learning/schema/glossary", "learning_glossary"],
    ["service://learning/skill", "learning_skill"],
  ]);
});

test("the schemas name course, session and profile fields and every status", async () => {
  const text = await read("service://learning/schema/schemas");
  for (const word of [
    "`examApproveScore`",
    "`created_at`",
    "`completedModules`",
    "`userId`",
    "`certificateId`",
    "| `failed` |",
  ]) {
    expect(text).toContain(word);
  }
});

test("the glossary gives formula and unit of every rate", async () => {
  const text = await read("service://learning/schema/glossary");
  expect(text).toContain("(completed + certified) / total_enrollments × 100");
  expect(text).toContain("passed sessions / total_exams_completed × 100");
  for (const field of ["completion_rate", "certification_rate", "certifiedOfCompleted", "pass_rate", "average_score"]) {
    expect(text).toContain(`\`${field}\``);
  }
});

test("the playbook says to wait for a yes and has a remedy for the refusals of these tools", async () => {
  const text = await read("service://learning/skill");
  expect(text).toContain("wait for a yes");
  for (const code of [
    "course_not_found",
    "session_not_found",
    "course_slug_taken",
    "session_not_completed",
    "already_certified",
  ]) {
    expect(text).toContain(`\`${code}\``);
  }
});

test("the playbook says how students are enrolled, and what to tell the user without the toolset", async () => {
  const text = await read("service://learning/skill");
  expect(text).toContain("learning_propose_enrollments");
  expect(text).toContain("?toolsets=operations");
  expect(text).toContain("`course_not_published`");
});
