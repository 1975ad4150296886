import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { readSessions } from "./sessions.reads.js";
import { type SessionItem, toSessionItem } from "./sessions.replies.js";

type SessionRpcs = Pick<RpcHandlers<typeof LearningService>, "getCourseProgress" | "listSessions">;

/** The progress of learners. */
export function sessionRpcs(db: Database): SessionRpcs {
  return {
    async getCourseProgress({ courseId, limit, cursor }, call) {
      const request = { courseId, student: "", dateFrom: "", dateTo: "", limit, cursor };
      return toListReply(await readSessions(db.scope(call), call, request, toSessionItem), toReply);
    },

    async listSessions({ courseId, status, examStatus, student, dateFrom, dateTo, limit, cursor }, call) {
      const request = { courseId, status, examStatus, student, dateFrom, dateTo, limit, cursor };
      return toListReply(await readSessions(db.scope(call), call, request, toSessionItem), toReply);
    },
  };
}

const toReply = (item: SessionItem) => item;
