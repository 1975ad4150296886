import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CourseDialog } from "./course-dialog.js";
import { CourseLink, LearningTabs, PublishedBadge } from "./learning-parts.js";
import type { ListedCourse } from "./learning.api.js";

const filterSpec = { search: "text", published: ["true", "false"] } as const;

export default function CoursesPage() {
  const t = useMessages("learning");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const states = [
    ["true", t.courses.published],
    ["false", t.courses.draft],
  ] as const;
  return (
    <ListPage
      words={t.courses}
      tabs={<LearningTabs />}
      create={{ scope: "learning:write", Dialog: CourseDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "published", kind: "choice", label: t.fields.state, options: states },
      ]}
      list={useRecords("learning", "listCourses", filters.values)}
      columns={getColumns(t, useFormat())}
    />
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
