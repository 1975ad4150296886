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
  const t = useMessages("learning");
  const format = useFormat();
  const { _id: id, registration, userId, score, completedAt, certificate } = learner;
  return (
    <RecordFacts
      words={t}
      values={{
        courseId: <CourseLink courseId={learner.courseId} title={learner.title} />,
        registration: registration && <LearnerVisitor learner={learner} registration={registration} />,
        email: !registration && learner.email,
        score: score !== undefined && format.score(score),
        enrolled: <Time value={learner.startedAt} />,
        completed: completedAt && <Time value={completedAt} />,
        certificate: certificate && <Time value={certificate.issuedAt} />,
      }}
      ids={{ id, userId, certificate: certificate?.certificateId }}
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
        words={{ caption: t.learners.attemptsCaption, fields: t.fields }}
        columns={{
          number: ({ number }) => number,
          attemptScore: { align: "end", cell: ({ score }) => format.score(score) },
          result: ({ passed }) => (
            <Badge kind={passed ? "good" : "bad"}>{passed ? t.learners.passed : t.learners.failed}</Badge>
          ),
          when: ({ submittedAt }) => <Time value={submittedAt} />,
        }}
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
      words={{ title: t.certifyTitle(learner.fullName), submit: t.certify, done: t.certifiedNow }}
      onClose={onClose}
    >
      <p>{t.certifyText}</p>
      {registration && (
        <Facts
          words={{ fields }}
          values={{ learner: <LearnerVisitor learner={learner} registration={registration} /> }}
        />
      )}
    </ConfirmWrite>
  );
}
