import { Fact, Facts } from "../../components/facts.js";
import { Section } from "../../components/page.js";
import { useFormat } from "../../i18n/use-format.js";
import { useEnrollmentNumbers, useExamNumbers } from "./learning.api.js";
import { useLearningMessages } from "./messages/index.js";

export function CourseNumbers({ courseId, hasExam }: { courseId: string; hasExam: boolean }) {
  const t = useLearningMessages().numbers;
  const format = useFormat();
  const { data: enrollments } = useEnrollmentNumbers(courseId);
  const { data: exams } = useExamNumbers(courseId);
  if (!enrollments || !exams) return null;
  const percent = (value: number) => format.percent(value / 100);
  return (
    <Section title={t.title}>
      <Facts>
        <Fact name={t.enrollments}>{format.number(enrollments.total_enrollments)}</Fact>
        <Fact name={t.completion}>{percent(enrollments.completion_rate)}</Fact>
        <Fact name={t.certification}>{percent(enrollments.certification_rate)}</Fact>
        {hasExam && <Fact name={t.pass}>{percent(exams.pass_rate)}</Fact>}
        {exams.average_score !== undefined && <Fact name={t.average}>{format.number(exams.average_score)}</Fact>}
      </Facts>
    </Section>
  );
}
