import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { toDates, useFilters } from "../../components/filters.js";
import { FilteredList } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseLink, LearnerName, StatusBadge, toCourseFilter } from "./learning-parts.js";
import type { Learner } from "./learning.api.js";

const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;
const filterSpec = { courseId: "text", student: "text", status: statuses, from: "text", to: "text" } as const;

interface LearnerListProps {
  /** Only of this course; then its column and its filter are left out. */
  courseId?: string;
  moduleCount?: number;
}

export function LearnerList({ courseId, moduleCount }: LearnerListProps) {
  const t = useMessages("learning");
  const common = useMessages("components");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  const input = { ...toDates(filters.values), ...(courseId && { courseId }) };
  const course: Column<Learner> = {
    header: t.fields.course,
    cell: (learner) => <CourseLink courseId={learner.courseId} title={learner.title} />,
  };
  const describe = (done: string) =>
    moduleCount === undefined ? t.learners.done(done) : t.learners.modulesDone(done, format.number(moduleCount));
  return (
    <FilteredList
      words={t.learners}
      filters={filters}
      filterFields={[
        { name: "student", kind: "text", label: common.searchByPerson },
        !courseId && toCourseFilter(t),
        {
          name: "status",
          kind: "choice",
          label: t.fields.state,
          options: statuses.map((status) => [status, t.learners.statuses[status]]),
        },
        "days",
      ]}
      list={useRecords("learning", "listSessions", input)}
      columns={[
        { header: t.fields.learner, cell: (learner) => <LearnerName learner={learner} sessionId={learner._id} /> },
        ...(courseId ? [] : [course]),
        { header: t.fields.state, cell: ({ status }) => <StatusBadge status={status} /> },
        { header: t.fields.progress, cell: ({ completedModules }) => describe(format.number(completedModules.length)) },
        { header: t.fields.score, align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
        { header: t.fields.enrolled, cell: ({ startedAt }) => <Time value={startedAt} /> },
      ]}
    />
  );
}
