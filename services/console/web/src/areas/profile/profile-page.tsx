import { useSession } from "../../api/session.js";
import { Shell } from "../../app/shell.js";
import { CopyableId } from "../../components/copy.js";
import { Fact, Facts } from "../../components/facts.js";
import { Page } from "../../components/page.js";
import { OwnConnections } from "../connections/own-connections.js";
import { useProfileMessages } from "./messages/index.js";
import { Passkeys } from "./passkeys.js";
import { ProfileForm } from "./profile-form.js";
import { Sessions } from "./sessions.js";

export default function ProfilePage() {
  const t = useProfileMessages();
  const { person } = useSession();
  return (
    <Shell>
      <Page title={t.title}>
        <div className="stack">
          <Facts>
            <Fact name={t.email}>{person.email}</Fact>
            <Fact name={t.id}>
              <CopyableId value={person._id} name={t.id} />
            </Fact>
          </Facts>
          <ProfileForm />
        </div>
        <Passkeys />
        <OwnConnections />
        <Sessions />
      </Page>
    </Shell>
  );
}
