import type { Database } from "@tenant-ops/kit/data";
import { requireCall, setReplayedHeader, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { requireCourse, toCourseFields } from "./courses.rules.js";
import { findCourse, replaceModules } from "./courses.store.js";
import type { Course } from "./courses.types.js";
import { planModules } from "./modules.rules.js";

const courseParams = z.object({ id: z.string() });

const modulesBody = z.strictObject({
  modules: z
    .array(
      z.strictObject({
        id: z.string().trim().min(1).max(100),
        title: z.string().trim().min(1).max(200),
        order: z.int().min(0).max(10_000).optional(),
        required: z.boolean().default(true),
      }),
    )
    .max(200),
});

/** REST routes for courses. The tenant's back end writes the modules; all other fields are written by tools. */
export function courseHttp(app: FastifyInstance, db: Database): void {
  app.get("/v1/public/courses/:id", async (request) => {
    const { id } = parseInput(courseParams, request.params);
    return toCourseJson(requireCourse(await findCourse(db.scope(requireCall(request)), id), id));
  });

  app.get("/v1/public/courses/:id/modules", async (request) => {
    const { id } = parseInput(courseParams, request.params);
    return toModulesJson(requireCourse(await findCourse(db.scope(requireCall(request)), id), id));
  });

  app.put("/v1/public/courses/:id/modules", async (request, reply) => {
    const { id } = parseInput(courseParams, request.params);
    const modules = planModules(parseInput(modulesBody, request.body).modules);
    const call = requireCall(request);
    const replyBody = await db.transaction(call, async (scope) =>
      toModulesJson(requireCourse(await replaceModules(scope, id, modules), id)),
    );
    setReplayedHeader(reply, call);
    return replyBody;
  });
}

function toModulesJson({ _id, modules, updatedAt }: Course) {
  return { course_id: _id, modules, updated_at: updatedAt.toISOString() };
}

function toCourseJson(course: Course) {
  const { _id, modules, createdAt, updatedAt, publishedAt } = course;
  return {
    _id,
    ...toCourseFields(course),
    modules,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  };
}
