import { Link } from "@tanstack/react-router";
import { courseSource } from "../../api/record-sources.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { RecordFilter } from "../../components/forms/record-choice.js";
import type { FilterField } from "../../components/list-page.js";
import { VisitorName } from "../../components/visitor.js";
import { useMessages } from "../../i18n/messages.js";
import type { Learner } from "./learning.api.js";

export function CourseLink({ courseId, title }: { courseId: string; title: string }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/learning/courses/$courseId" params={{ courseId }}>
      {title}
    </Link>
  );
}

function LearnerLink({ sessionId, name }: { sessionId: string; name: string }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/learning/learners/$sessionId" params={{ sessionId }}>
      {name}
    </Link>
  );
}

interface LearnerNameProps {
  learner: Pick<Learner, "fullName" | "email" | "registration">;
  sessionId: string;
}

/** Name and contact of a learner, with a link to their progress. */
export function LearnerName({ learner: { fullName, email, registration }, sessionId }: LearnerNameProps) {
  const link = (name: string) => <LearnerLink sessionId={sessionId} name={name} />;
  if (registration) return <VisitorName visitor={{ ...registration, fullName, email }} link={link} />;
  return (
    <>
      {link(fullName)}
      {email !== fullName && <span className="note contact">{email}</span>}
    </>
  );
}

export function PublishedBadge({ published }: { published: boolean }) {
  const t = useMessages("learning").courses;
  return <Badge kind={published ? "good" : "neutral"}>{published ? t.published : t.draft}</Badge>;
}

const kinds: Readonly<Record<Learner["status"], BadgeKind>> = {
  in_progress: "info",
  exam: "info",
  completed: "good",
  certified: "good",
  failed: "bad",
};

export function StatusBadge({ status }: { status: Learner["status"] }) {
  const t = useMessages("learning").learners;
  return <Badge kind={kinds[status]}>{t.statuses[status]}</Badge>;
}

/** A filter that several lists have. */
export const courseFilter = {
  name: "courseId",
  kind: "record",
  source: courseSource,
  Filter: RecordFilter,
} satisfies FilterField<"courseId">;
