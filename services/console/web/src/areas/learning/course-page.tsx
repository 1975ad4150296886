import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { ForDevelopers } from "../../components/developers.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { TextField } from "../../components/forms/inputs.js";
import { Loaded } from "../../components/loaded.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { ExternalLink } from "../../components/external-link.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseDialog } from "./course-dialog.js";
import { LearnerList } from "./learner-list.js";
import { PublishedBadge } from "./learning-parts.js";
import {
  type Course,
  useCourse,
  useEnroll,
  useEnrollmentNumbers,
  useExamNumbers,
  useUpdateCourse,
} from "./learning.api.js";
import { ModulesDialog } from "./modules-dialog.js";

export default function CoursePage() {
  const t = useMessages("learning");
  const { courseId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.courses.title} query={useCourse(courseId)}>
      {(course) => <CourseDetails course={course} />}
    </RecordPage>
  );
}

const dialogs = {
  change: CourseDialog,
  modules: ModulesDialog,
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
      {OpenDialog && <OpenDialog course={course} onClose={() => setDialog(undefined)} />}
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
      <Facts>
        {course.description && <Fact name={t.fields.description}>{course.description}</Fact>}
        <Fact name={t.fields.page}>
          <ExternalLink href={page}>{page}</ExternalLink>
        </Fact>
        <Fact name={t.fields.exam}>
          {score === undefined ? t.courses.noExam : t.courses.examScore(format.score(score))}
        </Fact>
        <Fact name={t.fields.certificate}>
          {course.isCertified ? t.courses.withCertificate : t.courses.withoutCertificate}
        </Fact>
        <Fact name={t.fields.changed}>
          <Time value={course.updatedAt} />
        </Fact>
      </Facts>
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

function PublishDialog({ course: { _id: id, title, published }, onClose }: { course: Course; onClose: () => void }) {
  const t = useMessages("learning").courses;
  const update = useUpdateCourse((changed) => {
    showToast(changed.published ? t.nowPublished : t.nowClosed);
    onClose();
  });
  return (
    <ConfirmDialog
      title={published ? t.unpublishTitle(title) : t.publishTitle(title)}
      confirm={published ? t.unpublish : t.publish}
      write={{ ...update, mutate: () => update.mutate({ id, published: !published }) }}
      onClose={onClose}
    >
      <p>{published ? t.unpublishText : t.publishText}</p>
    </ConfirmDialog>
  );
}

function CourseNumbers({ courseId, hasExam }: { courseId: string; hasExam: boolean }) {
  const t = useMessages("learning").numbers;
  const format = useFormat();
  const enrollmentNumbers = useEnrollmentNumbers(courseId);
  const examNumbers = useExamNumbers(courseId);
  const percent = (value: number) => format.percent(value / 100);
  return (
    <Section title={t.title}>
      <Loaded query={enrollmentNumbers}>
        {(enrollments) => (
          <Loaded query={examNumbers}>
            {(exams) => (
              <Facts>
                <Fact name={t.enrollments}>{format.number(enrollments.total_enrollments)}</Fact>
                <Fact name={t.completion}>{percent(enrollments.completion_rate)}</Fact>
                <Fact name={t.certification}>{percent(enrollments.certification_rate)}</Fact>
                {hasExam && <Fact name={t.pass}>{percent(exams.pass_rate)}</Fact>}
                {exams.average_score !== undefined && (
                  <Fact name={t.average}>{format.number(exams.average_score)}</Fact>
                )}
              </Facts>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

function EnrollDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useMessages("learning");
  const [values, setValues] = useState({ userId: "", fullName: "", email: "" });
  const enroll = useEnroll(() => {
    showToast(t.learners.enrolled);
    onClose();
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={t.learners.enroll}
      submit={t.learners.enrollButton}
      write={enroll}
      onSubmit={() => enroll.mutate({ id: course._id, ...values })}
      onClose={onClose}
    >
      <TextField
        name="fullName"
        label={t.learners.name}
        maxLength={200}
        value={values.fullName}
        onChange={(fullName) => change({ fullName })}
      />
      <TextField
        name="email"
        type="email"
        label={t.fields.email}
        maxLength={254}
        value={values.email}
        onChange={(email) => change({ email })}
      />
      <TextField
        name="userId"
        label={t.fields.userId}
        maxLength={200}
        value={values.userId}
        onChange={(userId) => change({ userId })}
      />
    </FormDialog>
  );
}
