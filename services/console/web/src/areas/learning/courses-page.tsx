import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CourseDialog } from "./course-dialog.js";
import { CourseLink, PublishedBadge } from "./learning-parts.js";

const filterSpec = { search: "text", published: ["true", "false"] } as const;

export default function CoursesPage() {
  const t = useMessages("learning");
  const format = useFormat();
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.courses, fields: t.fields }}
      tabs={<AreaTabs area="learning" />}
      create={{ scope: "learning:write", Dialog: CourseDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        {
          name: "published",
          kind: "choice",
          label: t.fields.status,
          options: yesNo(t.courses.published, t.courses.draft),
        },
      ]}
      list={useRecords("learning", "listCourses", filters.values)}
      columns={{
        title: ({ _id, title }) => <CourseLink courseId={_id} title={title} />,
        status: ({ published }) => <PublishedBadge published={published} />,
        examApproveScore: ({ examApproveScore: score }) =>
          score === undefined ? t.courses.noExam : t.courses.examScore(format.score(score)),
        certificate: ({ isCertified }) => (isCertified ? t.courses.withCertificate : t.courses.withoutCertificate),
        created: ({ created_at: createdAt }) => <Time value={createdAt} />,
      }}
    />
  );
}
