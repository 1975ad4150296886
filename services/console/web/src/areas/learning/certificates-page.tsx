import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseFilter, CourseLink, LearnerName, LearningTabs } from "./learning-parts.js";
import { type Certificate, useCertificates } from "./learning.api.js";

const filterSpec = { courseId: "text", userId: "text", from: "text", to: "text" } as const;

export default function CertificatesPage() {
  const t = useMessages("learning");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { from: dateFrom, to: dateTo, ...same } = values;
  const list = useCertificates({ ...same, dateFrom, dateTo });
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.certificates.emptyTitle}>{t.certificates.emptyText}</EmptyState>
  );
  return (
    <Page title={t.certificates.title} lead={t.certificates.lead}>
      <LearningTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <CourseFilter value={values.courseId} onChange={(courseId) => set({ courseId })} />
        <TextFilter label={t.fields.userId} value={values.userId} onChange={(userId) => set({ userId })} />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.certificates.caption}
        columns={getColumns(t, format)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
  );
}

const getColumns = ({ fields }: Messages["learning"], format: Format): Column<Certificate>[] => [
  {
    header: fields.learner,
    cell: (certificate) => <LearnerName learner={certificate} sessionId={certificate.sessionId} />,
  },
  { header: fields.course, cell: ({ courseId, title }) => <CourseLink courseId={courseId} title={title} /> },
  { header: fields.score, align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
  { header: fields.issued, cell: ({ issuedAt }) => <Time value={issuedAt} /> },
];
