import { Page } from "../../components/page.js";
import { LearnerList } from "./learner-list.js";
import { LearningTabs } from "./learning-parts.js";
import { useLearningMessages } from "./messages/index.js";

export default function LearnersPage() {
  const t = useLearningMessages().learners;
  return (
    <Page title={t.title} lead={t.lead}>
      <LearningTabs />
      <LearnerList />
    </Page>
  );
}
