import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { toDates, useFilters } from "../../components/filters.js";
import { FilteredList } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
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
  const filters = useFilters(filterSpec);
  const input = { ...toDates(filters.values), ...(courseId && { courseId }) };
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
      columns={getColumns(t, useFormat(), courseId === undefined, moduleCount)}
    />
  );
}

function getColumns(
  { fields, learners }: Messages["learning"],
  format: Format,
  showsCourse: boolean,
  moduleCount: number | undefined,
): Column<Learner>[] {
  const course: Column<Learner> = {
    header: fields.course,
    cell: ({ courseId, title }) => <CourseLink courseId={courseId} title={title} />,
  };
  const describe = (done: number) =>
    moduleCount === undefined
      ? learners.done(format.number(done))
      : learners.modulesDone(format.number(done), format.number(moduleCount));
  return [
    { header: fields.learner, cell: (learner) => <LearnerName learner={learner} sessionId={learner._id} /> },
    ...(showsCourse ? [course] : []),
    { header: fields.state, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: fields.progress, cell: ({ completedModules }) => describe(completedModules.length) },
    { header: fields.score, align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
    { header: fields.enrolled, cell: ({ startedAt }) => <Time value={startedAt} /> },
  ];
}
