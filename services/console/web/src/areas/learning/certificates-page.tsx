import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseLink, LearnerName, courseFilter } from "./learning-parts.js";

const filterSpec = { courseId: "text", userId: "text", from: "text", to: "text" } as const;

export default function CertificatesPage() {
  const t = useMessages("learning");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.certificates, fields: t.fields }}
      tabs={<AreaTabs area="learning" />}
      filters={filters}
      filterFields={[courseFilter, { name: "userId", kind: "text" }, "days"]}
      list={useRecords("learning", "listCertificates", toDates(filters.values))}
      columns={{
        learner: (certificate) => <LearnerName learner={certificate} sessionId={certificate.sessionId} />,
        courseId: ({ courseId, title }) => <CourseLink courseId={courseId} title={title} />,
        score: { align: "end", cell: ({ score }) => (score === undefined ? "" : format.score(score)) },
        issued: ({ issuedAt }) => <Time value={issuedAt} />,
      }}
    />
  );
}
