import { useParams } from "@tanstack/react-router";
import { useRecord, useRecords } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { DataTable } from "../../components/data-table.js";
import { RecordFacts } from "../../components/developers.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { Visitor } from "../../components/visitor.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseLink, StatusBadge } from "./learning-parts.js";
import type { Learner } from "./learning.api.js";

export default function LearnerPage() {
  const t = useMessages("learning");
  const { sessionId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.learners.title} query={useRecord("learning", "getSession", { id: sessionId })}>
      {(learner) => <LearnerDetails learner={learner} />}
    </RecordPage>
  );
}

function LearnerDetails({ learner }: { learner: Learner }) {
  const t = useMessages("learning");
  const actions = (
    <DialogButton
      scope="learning:write"
      text={t.learners.certify}
      className="primary"
      isOffered={learner.status === "completed"}
      Dialog={IssueDialog}
      record={learner}
    />
  );
  return (
    <Page title={learner.fullName} lead={<StatusBadge status={learner.status} />} actions={actions}>
      <LearnerFacts learner={learner} />
      <Section title={t.modules.title}>
        <ModuleProgress learner={learner} />
      </Section>
      {learner.examStatus !== "none" && <Attempts sessionId={learner._id} />}
    </Page>
  );
}

function LearnerFacts({ learner }: { learner: Learner }) {
  const t = useMessages("learning").fields;
  const format = useFormat();
  const { registration } = learner;
  return (
    <RecordFacts
      values={[
        { name: t.course, value: <CourseLink courseId={learner.courseId} title={learner.title} /> },
        registration
          ? { name: t.registration, value: <LearnerVisitor learner={learner} registration={registration} /> }
          : { name: t.email, value: learner.email },
        { name: t.score, value: learner.score !== undefined && format.score(learner.score) },
        { name: t.enrolled, value: <Time value={learner.startedAt} /> },
        { name: t.completed, value: learner.completedAt && <Time value={learner.completedAt} /> },
        { name: t.certificate, value: learner.certificate && <Time value={learner.certificate.issuedAt} /> },
      ]}
      ids={[
        [t.id, learner._id],
        [t.userId, learner.userId],
        [t.certificate, learner.certificate?.certificateId],
      ]}
    />
  );
}

interface LearnerVisitorProps {
  learner: Learner;
  registration: NonNullable<Learner["registration"]>;
}

/** A learner who is a visitor: what they say, and what of it is confirmed. */
function LearnerVisitor({ learner: { fullName, email, userId }, registration }: LearnerVisitorProps) {
  return <Visitor registration={{ ...registration, fullName, email }} userId={userId} />;
}

function ModuleProgress({ learner }: { learner: Learner }) {
  const t = useMessages("learning");
  const done = new Set(learner.completedModules);
  return (
    <Loaded query={useRecord("learning", "getCourse", { id: learner.courseId })}>
      {({ modules }) =>
        modules.length === 0 ? (
          <p className="note">{t.modules.none}</p>
        ) : (
          <ol className="card checklist">
            {modules.map(({ _id, title, required }) => (
              <li key={_id}>
                <span>
                  {title} {!required && <span className="note">({t.modules.optional})</span>}
                </span>
                <Badge kind={done.has(_id) ? "good" : "neutral"}>
                  {done.has(_id) ? t.learners.moduleDone : t.learners.moduleOpen}
                </Badge>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function Attempts({ sessionId }: { sessionId: string }) {
  const t = useMessages("learning");
  const format = useFormat();
  return (
    <Section title={t.learners.attempts}>
      <DataTable
        caption={t.learners.attemptsCaption}
        columns={[
          { header: t.fields.number, align: "end", cell: ({ number }) => format.number(number) },
          { header: t.fields.attemptScore, align: "end", cell: ({ score }) => format.score(score) },
          {
            header: t.fields.result,
            cell: ({ passed }) => (
              <Badge kind={passed ? "good" : "bad"}>{passed ? t.learners.passed : t.learners.failed}</Badge>
            ),
          },
          { header: t.fields.when, cell: ({ submittedAt }) => <Time value={submittedAt} /> },
        ]}
        list={useRecords("learning", "listAttempts", { id: sessionId })}
        empty={<p className="note">{t.learners.noAttempts}</p>}
      />
    </Section>
  );
}

function IssueDialog({ record: learner, onClose }: DialogAbout<Learner>) {
  const { fields, learners: t } = useMessages("learning");
  const { registration } = learner;
  return (
    <ConfirmWrite
      area="learning"
      operation="issueCertificate"
      input={{ id: learner._id }}
      title={t.certifyTitle(learner.fullName)}
      confirm={t.certify}
      done={() => t.certifiedNow}
      onClose={onClose}
    >
      <p>{t.certifyText}</p>
      {registration && (
        <Facts
          values={[{ name: fields.learner, value: <LearnerVisitor learner={learner} registration={registration} /> }]}
        />
      )}
    </ConfirmWrite>
  );
}
