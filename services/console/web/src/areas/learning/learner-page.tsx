import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Loaded } from "../../components/loaded.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { Visitor } from "../../components/visitor.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseLink, StatusBadge } from "./learning-parts.js";
import { type Attempt, type Learner, useAttempts, useCourse, useIssueCertificate, useLearner } from "./learning.api.js";
import { ForDevelopers } from "../../components/developers.js";

export default function LearnerPage() {
  const t = useMessages("learning");
  const { sessionId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.learners.title} query={useLearner(sessionId)}>
      {(learner) => <LearnerDetails learner={learner} />}
    </RecordPage>
  );
}

function LearnerDetails({ learner }: { learner: Learner }) {
  const t = useMessages("learning");
  const { can } = useBusiness();
  const [isIssuing, setIssuing] = useState(false);
  const actions = learner.status === "completed" && can("learning:write") && (
    <button type="button" className="primary" onClick={() => setIssuing(true)}>
      {t.learners.certify}
    </button>
  );
  return (
    <Page title={learner.fullName} lead={<StatusBadge status={learner.status} />} actions={actions}>
      <LearnerFacts learner={learner} />
      <Section title={t.modules.title}>
        <ModuleProgress learner={learner} />
      </Section>
      {learner.examStatus !== "none" && <Attempts sessionId={learner._id} />}
      {isIssuing && <IssueDialog learner={learner} onClose={() => setIssuing(false)} />}
    </Page>
  );
}

function LearnerFacts({ learner }: { learner: Learner }) {
  const t = useMessages("learning").fields;
  const format = useFormat();
  const { registration } = learner;
  return (
    <>
      <Facts>
        <Fact name={t.course}>
          <CourseLink courseId={learner.courseId} title={learner.title} />
        </Fact>
        {registration ? (
          <Fact name={t.registration}>
            <LearnerVisitor learner={learner} registration={registration} />
          </Fact>
        ) : (
          <Fact name={t.email}>{learner.email}</Fact>
        )}
        {learner.score !== undefined && <Fact name={t.score}>{format.score(learner.score)}</Fact>}
        <Fact name={t.enrolled}>
          <Time value={learner.startedAt} />
        </Fact>
        {learner.completedAt && (
          <Fact name={t.completed}>
            <Time value={learner.completedAt} />
          </Fact>
        )}
        {learner.certificate && (
          <Fact name={t.certificate}>
            <Time value={learner.certificate.issuedAt} />
          </Fact>
        )}
      </Facts>
      <ForDevelopers
        values={[
          [t.id, learner._id],
          [t.userId, learner.userId],
          [t.certificate, learner.certificate?.certificateId],
        ]}
      />
    </>
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
    <Loaded query={useCourse(learner.courseId)}>
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
        columns={getColumns(t, format)}
        list={useAttempts(sessionId)}
        getId={({ _id }) => _id}
        empty={<p className="note">{t.learners.noAttempts}</p>}
      />
    </Section>
  );
}

const getColumns = ({ fields, learners }: Messages["learning"], format: Format): Column<Attempt>[] => [
  { header: fields.number, align: "end", cell: ({ number }) => format.number(number) },
  { header: fields.attemptScore, align: "end", cell: ({ score }) => format.score(score) },
  {
    header: fields.result,
    cell: ({ passed }) => <Badge kind={passed ? "good" : "bad"}>{passed ? learners.passed : learners.failed}</Badge>,
  },
  { header: fields.when, cell: ({ submittedAt }) => <Time value={submittedAt} /> },
];

function IssueDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { fields, learners: t } = useMessages("learning");
  const { registration } = learner;
  const issue = useIssueCertificate(() => {
    showToast(t.certifiedNow);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.certifyTitle(learner.fullName)}
      confirm={t.certify}
      write={{ ...issue, mutate: () => issue.mutate(learner._id) }}
      onClose={onClose}
    >
      <p>{t.certifyText}</p>
      {registration && (
        <Facts>
          <Fact name={fields.learner}>
            <LearnerVisitor learner={learner} registration={registration} />
          </Fact>
        </Facts>
      )}
    </ConfirmDialog>
  );
}
