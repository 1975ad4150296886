import { useNavigate } from "@tanstack/react-router";
import { createCourse } from "../../api/limits/learning.js";
import { RecordDialog, type RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { Course } from "./learning.api.js";

/** A new course is opened. Its short name stays. */
export function CourseDialog({ record, onClose }: RecordDialogProps<Course>) {
  const t = useMessages("learning");
  const navigate = useNavigate({ from: "/b/$businessId" });
  return (
    <RecordDialog
      area="learning"
      create="createCourse"
      update="updateCourse"
      limits={createCourse}
      record={record}
      words={{ ...t.courses, fields: t.fields }}
      fields={[
        { name: "title", kind: "text" },
        !record && { name: "slug", kind: "text" },
        { name: "description", kind: "text", rows: 3, isOptional: true },
        { name: "examApproveScore", kind: "number", isDecimal: true, isOptional: true },
        { name: "isCertified", kind: "check" },
      ]}
      onCreated={({ _id: courseId }) =>
        void navigate({ to: "/b/$businessId/learning/courses/$courseId", params: { courseId } })
      }
      onClose={onClose}
    />
  );
}
