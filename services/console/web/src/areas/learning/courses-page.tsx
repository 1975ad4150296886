import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseDialog } from "./course-dialog.js";
import { CourseLink, LearningTabs, PublishedBadge } from "./learning-parts.js";
import { type ListedCourse, useCourses } from "./learning.api.js";

const filterSpec = { search: "text", published: ["true", "false"] } as const;

export default function CoursesPage() {
  const t = useMessages("learning");
  const common = useMessages("components");
  const format = useFormat();
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const courses = useCourses(values);
  const [isCreating, setCreating] = useState(false);
  const create = can("learning:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.courses.create}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.courses.emptyTitle} action={create}>
      {t.courses.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.courses.title} lead={t.courses.lead} actions={create}>
      <LearningTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByName} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.fields.state}
          value={values.published}
          options={[
            ["true", t.courses.published],
            ["false", t.courses.draft],
          ]}
          onChange={(published) => set({ published })}
        />
      </FilterBar>
      <DataTable
        caption={t.courses.caption}
        columns={getColumns(t, format)}
        list={courses}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isCreating && <CourseDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const getColumns = ({ fields, courses }: Messages["learning"], format: Format): Column<ListedCourse>[] => [
  { header: fields.title, cell: ({ _id, title }) => <CourseLink courseId={_id} title={title} /> },
  { header: fields.state, cell: ({ published }) => <PublishedBadge published={published} /> },
  {
    header: fields.exam,
    cell: ({ examApproveScore: score }) =>
      score === undefined ? courses.noExam : courses.examScore(format.score(score)),
  },
  {
    header: fields.certificate,
    cell: ({ isCertified }) => (isCertified ? courses.withCertificate : courses.withoutCertificate),
  },
  { header: fields.created, cell: ({ created_at: createdAt }) => <Time value={createdAt} /> },
];
