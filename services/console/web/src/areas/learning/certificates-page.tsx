import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseLink, LearnerName, LearningTabs, toCourseFilter } from "./learning-parts.js";
import type { Certificate } from "./learning.api.js";

const filterSpec = { courseId: "text", userId: "text", from: "text", to: "text" } as const;

export default function CertificatesPage() {
  const t = useMessages("learning");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t.certificates}
      tabs={<LearningTabs />}
      filters={filters}
      filterFields={[toCourseFilter(t), { name: "userId", kind: "text", label: t.fields.userId }, "days"]}
      list={useRecords("learning", "listCertificates", toDates(filters.values))}
      columns={getColumns(t, useFormat())}
    />
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
