import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { TextFilter } from "../../components/filters.js";
import { RecordFilter } from "../../components/record-filter.js";
import { type Learner, useCourses } from "./learning.api.js";
import { useLearningMessages } from "./messages/index.js";

export function LearningTabs() {
  const { area, tabs } = useLearningMessages();
  return (
    <AreaTabs
      label={area}
      tabs={[
        ["/learning", tabs.courses],
        ["/learning/learners", tabs.learners],
        ["/learning/certificates", tabs.certificates],
      ]}
    />
  );
}

export function CourseLink({ courseId, title }: { courseId: string; title: string }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/learning/courses/$courseId" params={{ businessId, courseId }}>
      {title}
    </Link>
  );
}

export function LearnerLink({ sessionId, name }: { sessionId: string; name: string }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/learning/learners/$sessionId" params={{ businessId, sessionId }}>
      {name}
    </Link>
  );
}

export function PublishedBadge({ published }: { published: boolean }) {
  const t = useLearningMessages().courses;
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
  const t = useLearningMessages().learners;
  return <Badge kind={kinds[status]}>{t.statuses[status]}</Badge>;
}

interface CourseFilterProps {
  value: string | undefined;
  onChange: (courseId: string | undefined) => void;
}

export function CourseFilter({ value, onChange }: CourseFilterProps) {
  const t = useLearningMessages().fields;
  const list = useCourses({}, 200);
  return (
    <RecordFilter
      label={t.course}
      list={list}
      getId={({ _id }) => _id}
      getLabel={({ title }) => title}
      value={value}
      onChange={onChange}
    />
  );
}

interface DayFiltersProps {
  values: { from?: string | undefined; to?: string | undefined };
  onChange: (changes: { from?: string | undefined; to?: string | undefined }) => void;
}

export function DayFilters({ values: { from, to }, onChange }: DayFiltersProps) {
  const t = useLearningMessages().fields;
  return (
    <>
      <TextFilter label={t.dateFrom} type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <TextFilter label={t.dateTo} type="date" value={to} onChange={(day) => onChange({ to: day })} />
    </>
  );
}
