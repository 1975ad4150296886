import { enrollStudent } from "../../api/limits/learning.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { Course } from "./learning.api.js";

export function PublishDialog({ record: { _id: id, title, published }, onClose }: DialogAbout<Course>) {
  const t = useMessages("learning").courses;
  return (
    <ConfirmWrite
      area="learning"
      operation="updateCourse"
      input={{ id, published: !published }}
      words={{
        title: published ? t.unpublishTitle(title) : t.publishTitle(title),
        submit: published ? t.unpublish : t.publish,
        done: published ? t.nowClosed : t.nowPublished,
      }}
      onClose={onClose}
    >
      <p>{published ? t.unpublishText : t.publishText}</p>
    </ConfirmWrite>
  );
}

export function EnrollDialog({ record: { _id: id }, onClose }: DialogAbout<Course>) {
  const t = useMessages("learning");
  return (
    <WriteDialog
      area="learning"
      operation="enrollStudent"
      limits={enrollStudent}
      words={{ title: t.learners.enroll, submit: t.learners.enrollButton, done: t.learners.enrolled, fields: t.fields }}
      fields={[
        { name: "fullName", kind: "text" },
        { name: "email", kind: "email" },
        { name: "userId", kind: "text" },
      ]}
      given={{ id }}
      onClose={onClose}
    />
  );
}
