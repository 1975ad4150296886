import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseLink, LearnerName, toCourseFilter } from "./learning-parts.js";

const filterSpec = { courseId: "text", userId: "text", from: "text", to: "text" } as const;

export default function CertificatesPage() {
  const t = useMessages("learning");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t.certificates}
      tabs={<AreaTabs area="learning" />}
      filters={filters}
      filterFields={[toCourseFilter(t), { name: "userId", kind: "text", label: t.fields.userId }, "days"]}
      list={useRecords("learning", "listCertificates", toDates(filters.values))}
      columns={[
        {
          header: t.fields.learner,
          cell: (certificate) => <LearnerName learner={certificate} sessionId={certificate.sessionId} />,
        },
        { header: t.fields.course, cell: ({ courseId, title }) => <CourseLink courseId={courseId} title={title} /> },
        { header: t.fields.score, align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
        { header: t.fields.issued, cell: ({ issuedAt }) => <Time value={issuedAt} /> },
      ]}
    />
  );
}
