import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import { RecordFacts } from "../../components/developers.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { ExternalLink } from "../../components/external-link.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
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

const CourseDialog = lazyDialog<DialogAbout<Course>>(async () => (await import("./course-dialog.js")).CourseDialog);
const ModulesDialog = lazyDialog(async () => (await import("./modules-dialog.js")).ModulesDialog);
const PublishDialog = lazyDialog(async () => (await import("./course-actions.js")).PublishDialog);
const EnrollDialog = lazyDialog(async () => (await import("./course-actions.js")).EnrollDialog);

function CourseDetails({ course }: { course: Course }) {
  const t = useMessages("learning");
  const shared = { scope: "learning:write", record: course };
  const actions = (
    <>
      <DialogButton
        {...shared}
        text={course.published ? t.courses.unpublish : t.courses.publish}
        className={course.published ? "" : "primary"}
        Dialog={PublishDialog}
      />
      <DialogButton {...shared} text={t.edit} Dialog={CourseDialog} />
    </>
  );
  const editModules = (
    <DialogButton {...shared} text={t.edit} label={`${t.edit}: ${t.modules.title}`} Dialog={ModulesDialog} />
  );
  const enroll = (
    <DialogButton {...shared} text={t.learners.enroll} isOffered={course.published} Dialog={EnrollDialog} />
  );
  return (
    <Page title={course.title} lead={<PublishedBadge published={course.published} />} actions={actions}>
      <CourseFacts course={course} />
      <Section title={t.modules.title} lead={t.modules.lead} actions={editModules}>
        <ModuleList course={course} />
      </Section>
      <CourseNumbers courseId={course._id} hasExam={course.examApproveScore !== undefined} />
      <Section title={t.learners.title} actions={enroll}>
        <LearnerList courseId={course._id} moduleCount={course.modules.length} />
      </Section>
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
    <RecordFacts
      words={t}
      values={{
        description: course.description,
        page: <ExternalLink href={page}>{page}</ExternalLink>,
        examApproveScore: score === undefined ? t.courses.noExam : t.courses.examScore(format.score(score)),
        certificate: course.isCertified ? t.courses.withCertificate : t.courses.withoutCertificate,
        changed: <Time value={course.updatedAt} />,
      }}
      ids={{ id: course._id }}
    />
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
                words={t}
                values={{
                  enrollments: enrollments.total_enrollments,
                  completion: percent(enrollments.completion_rate),
                  certification: percent(enrollments.certification_rate),
                  pass: hasExam && percent(exams.pass_rate),
                  average: exams.average_score !== undefined && format.number(exams.average_score),
                }}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}
