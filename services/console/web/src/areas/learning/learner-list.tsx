import type { ReactNode } from "react";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseFilter, CourseLink, LearnerName, StatusBadge } from "./learning-parts.js";
import { type Learner, useLearners } from "./learning.api.js";

const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;
const filterSpec = { courseId: "text", student: "text", status: statuses, from: "text", to: "text" } as const;

interface LearnerListProps {
  /** Only of this course; then its column and its filter are left out. */
  courseId?: string;
  moduleCount?: number;
  emptyAction?: ReactNode;
}

export function LearnerList({ courseId, moduleCount, emptyAction }: LearnerListProps) {
  const t = useMessages("learning");
  const common = useMessages("components");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { from: dateFrom, to: dateTo, ...same } = values;
  const learners = useLearners({ ...same, dateFrom, dateTo, ...(courseId && { courseId }) });
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.learners.emptyTitle} action={emptyAction}>
      {t.learners.emptyText}
    </EmptyState>
  );
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByPerson} value={values.student} onChange={(student) => set({ student })} />
        {!courseId && <CourseFilter value={values.courseId} onChange={(id) => set({ courseId: id })} />}
        <SelectFilter
          label={t.fields.state}
          value={values.status}
          options={statuses.map((status) => [status, t.learners.statuses[status]])}
          onChange={(status) => set({ status })}
        />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.learners.caption}
        columns={getColumns(t, format, courseId === undefined, moduleCount)}
        list={learners}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </>
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
    {
      header: fields.score,
      align: "end",
      cell: ({ score }) => (score === undefined ? "" : format.score(score)),
    },
    { header: fields.enrolled, cell: ({ startedAt }) => <Time value={startedAt} /> },
  ];
}
