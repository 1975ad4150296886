import { useRecords } from "../../api/public-api.js";
import { toDates, useFilters } from "../../components/filters.js";
import { FilteredList } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseLink, LearnerName, StatusBadge, courseFilter } from "./learning-parts.js";

const filterSpec = {
  courseId: "text",
  student: "text",
  status: ["in_progress", "exam", "completed", "certified", "failed"],
  from: "text",
  to: "text",
} as const;

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
  const describe = (done: string) =>
    moduleCount === undefined ? t.learners.done(done) : t.learners.modulesDone(done, format.number(moduleCount));
  return (
    <FilteredList
      words={{ ...t.learners, fields: t.fields }}
      filters={filters}
      filterFields={[
        { name: "student", kind: "text", label: common.searchByPerson },
        !courseId && courseFilter,
        { name: "status", kind: "choice", options: t.learners.statuses },
        "days",
      ]}
      list={useRecords("learning", "listSessions", input)}
      columns={{
        learner: (learner) => <LearnerName learner={learner} sessionId={learner._id} />,
        courseId: !courseId && ((learner) => <CourseLink courseId={learner.courseId} title={learner.title} />),
        status: ({ status }) => <StatusBadge status={status} />,
        progress: ({ completedModules }) => describe(format.number(completedModules.length)),
        score: { align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
        enrolled: ({ startedAt }) => <Time value={startedAt} />,
      }}
    />
  );
}
