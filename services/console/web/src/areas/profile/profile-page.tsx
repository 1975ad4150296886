import { updateProfile } from "../../api/limits/console.js";
import { type Reply, useRecords } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import { Shell } from "../../app/shell.js";
import { Badge } from "../../components/badge.js";
import { DataTable } from "../../components/data-table.js";
import type { Columns } from "../../components/table.js";
import { RecordFacts } from "../../components/developers.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Page, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { languageNames, languages } from "../../i18n/language.js";
import { useLanguage } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { OwnConnections } from "../connections/own-connections.js";
import { describeBrowser } from "./browsers.rules.js";
import { Passkeys } from "./passkeys.js";

type PersonSession = Reply<"console", "listSessions">["items"][number];

function Sessions() {
  const { sessions: t } = useMessages("profile");
  const list = useRecords("console", "listSessions", {});
  const describe = (userAgent: string) => describeBrowser(userAgent) ?? t.unknownBrowser;
  const columns = {
    browser: ({ userAgent }) => describe(userAgent),
    address: ({ address }) => address,
    started: ({ createdAt }) => <Time value={createdAt} />,
    lastUse: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
  } satisfies Columns<PersonSession>;
  const end = ({ _id: sessionId, isCurrent, userAgent }: PersonSession) =>
    isCurrent ? (
      <Badge kind="info">{t.current}</Badge>
    ) : (
      <WriteButton area="console" operation="endSession" input={{ sessionId }} done={t.ended}>
        {t.end} <span className="hidden">{describe(userAgent)}</span>
      </WriteButton>
    );
  const others = (list.data?.length ?? 0) > 1 && (
    <WriteButton area="console" operation="endOtherSessions" input={{}} done={t.othersEnded}>
      {t.endOthers}
    </WriteButton>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={others}>
      <DataTable words={t} columns={columns} actions={end} list={list} empty={null} />
    </Section>
  );
}

export default function ProfilePage() {
  const t = useMessages("profile");
  const { person } = useSession();
  return (
    <Shell>
      <Page title={t.title}>
        <div className="stack">
          <RecordFacts
            words={t}
            values={{
              email: person.email,
            }}
            ids={{ id: person._id }}
          />
          <ProfileForm />
        </div>
        <Passkeys />
        <OwnConnections />
        <Sessions />
      </Page>
    </Shell>
  );
}

/** Name and language of the person. A change of the language takes effect at once, and on other devices at the next start of the application. */
function ProfileForm() {
  const t = useMessages("profile");
  const { person } = useSession();
  const { setLanguage } = useLanguage();
  return (
    <div className="card">
      <WriteForm
        area="console"
        operation="updateProfile"
        limits={updateProfile}
        fields={[
          { name: "name", kind: "text" },
          {
            name: "language",
            kind: "choice",
            options: [["", t.browserLanguage], ...languages.map((each) => [each, languageNames[each]] as const)],
            first: "",
          },
        ]}
        first={person}
        toInput={({ name, language }) => ({ name, language: language || null })}
        words={t}
        onDone={({ language }) => setLanguage(language)}
      />
    </div>
  );
}
