import { AreaTabs } from "../../components/area-tabs.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { LearnerList } from "./learner-list.js";

export default function LearnersPage() {
  const t = useMessages("learning").learners;
  return (
    <Page title={t.title} lead={t.lead}>
      <AreaTabs area="learning" />
      <LearnerList />
    </Page>
  );
}
