import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { enrollStudent } from "../../api/limits/learning.js";
import { useRecord } from "../../api/public-api.js";
import { ForDevelopers } from "../../components/developers.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { ExternalLink } from "../../components/external-link.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { LearnerList } from "./learner-list.js";
import { PublishedBadge } from "./learning-parts.js";
import type { Course } from "./learning.api.js";

export default function CoursePage() {
  const t = useMessages("learning");
  const { courseId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.courses.title} query={useRecord("learning", "getCourse", { id: courseId })}>
      {(course) => <CourseDetails course={course} />}
    </RecordPage>
  );
}

interface CourseDialogProps {
  record: Course;
  onClose: () => void;
}

const dialogs = {
  change: lazyDialog<CourseDialogProps>(async () => (await import("./course-dialog.js")).CourseDialog),
  modules: lazyDialog<CourseDialogProps>(async () => (await import("./modules-dialog.js")).ModulesDialog),
  publish: PublishDialog,
  enroll: EnrollDialog,
};

function CourseDetails({ course }: { course: Course }) {
  const t = useMessages("learning");
  const mayWrite = useBusiness().can("learning:write");
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const OpenDialog = dialog && dialogs[dialog];
  const button = (name: keyof typeof dialogs, text: string, label?: string, className = "") =>
    mayWrite && (
      <button type="button" className={className} aria-label={label} onClick={() => setDialog(name)}>
        {text}
      </button>
    );
  const actions = (
    <>
      {button(
        "publish",
        course.published ? t.courses.unpublish : t.courses.publish,
        undefined,
        course.published ? "" : "primary",
      )}
      {button("change", t.edit)}
    </>
  );
  return (
    <Page title={course.title} lead={<PublishedBadge published={course.published} />} actions={mayWrite && actions}>
      <CourseFacts course={course} />
      <Section
        title={t.modules.title}
        lead={t.modules.lead}
        actions={button("modules", t.edit, `${t.edit}: ${t.modules.title}`)}
      >
        <ModuleList course={course} />
      </Section>
      <CourseNumbers courseId={course._id} hasExam={course.examApproveScore !== undefined} />
      <Section title={t.learners.title} actions={course.published && button("enroll", t.learners.enroll)}>
        <LearnerList courseId={course._id} moduleCount={course.modules.length} />
      </Section>
      {OpenDialog && <OpenDialog record={course} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function CourseFacts({ course }: { course: Course }) {
  const t = useMessages("learning");
  const format = useFormat();
  const { publicPagesUrl } = useSession();
  const page = `${publicPagesUrl}/course/${course._id}`;
  const { examApproveScore: score } = course;
  return (
    <>
      <Facts
        values={[
          [t.fields.description, course.description],
          [t.fields.page, <ExternalLink href={page}>{page}</ExternalLink>],
          [t.fields.exam, score === undefined ? t.courses.noExam : t.courses.examScore(format.score(score))],
          [t.fields.certificate, course.isCertified ? t.courses.withCertificate : t.courses.withoutCertificate],
          [t.fields.changed, <Time value={course.updatedAt} />],
        ]}
      />
      <ForDevelopers values={[[t.fields.id, course._id]]} />
    </>
  );
}

function ModuleList({ course: { modules } }: { course: Course }) {
  const t = useMessages("learning").modules;
  if (modules.length === 0) return <p className="note">{t.none}</p>;
  return (
    <ol className="card list">
      {modules.map(({ _id, title, required }) => (
        <li key={_id}>
          {title} {!required && <span className="note">({t.optional})</span>}
        </li>
      ))}
    </ol>
  );
}

function PublishDialog({ record: { _id: id, title, published }, onClose }: CourseDialogProps) {
  const t = useMessages("learning").courses;
  return (
    <ConfirmWrite
      area="learning"
      operation="updateCourse"
      input={{ id, published: !published }}
      title={published ? t.unpublishTitle(title) : t.publishTitle(title)}
      confirm={published ? t.unpublish : t.publish}
      done={(changed) => (changed.published ? t.nowPublished : t.nowClosed)}
      onClose={onClose}
    >
      <p>{published ? t.unpublishText : t.publishText}</p>
    </ConfirmWrite>
  );
}

function CourseNumbers({ courseId, hasExam }: { courseId: string; hasExam: boolean }) {
  const t = useMessages("learning").numbers;
  const format = useFormat();
  const enrollmentNumbers = useRecord("learning", "getEnrollmentStatistics", { courseId });
  const examNumbers = useRecord("learning", "getExamStatistics", { courseId });
  const percent = (value: number) => format.percent(value / 100);
  return (
    <Section title={t.title}>
      <Loaded query={enrollmentNumbers}>
        {(enrollments) => (
          <Loaded query={examNumbers}>
            {(exams) => (
              <Facts
                values={[
                  [t.enrollments, format.number(enrollments.total_enrollments)],
                  [t.completion, percent(enrollments.completion_rate)],
                  [t.certification, percent(enrollments.certification_rate)],
                  [t.pass, hasExam && percent(exams.pass_rate)],
                  [t.average, exams.average_score !== undefined && format.number(exams.average_score)],
                ]}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

function EnrollDialog({ record: { _id: id }, onClose }: CourseDialogProps) {
  const t = useMessages("learning");
  return (
    <WriteDialog
      area="learning"
      operation="enrollStudent"
      limits={enrollStudent}
      title={t.learners.enroll}
      submit={t.learners.enrollButton}
      fields={[
        { name: "fullName", kind: "text", label: t.learners.name },
        { name: "email", kind: "email", label: t.fields.email },
        { name: "userId", kind: "text", label: t.fields.userId },
      ]}
      given={{ id }}
      done={() => t.learners.enrolled}
      onClose={onClose}
    />
  );
}
