import { useState } from "react";
import { showError } from "../../components/error-notice.js";
import { useUpdateProfile } from "../../api/profile.js";
import { useSession } from "../../api/session.js";
import { Shell } from "../../app/shell.js";
import { Badge } from "../../components/badge.js";
import { ForDevelopers } from "../../components/developers.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { Form } from "../../components/forms/form.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { Facts, Page, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { languageNames, languages, toLanguage } from "../../i18n/language.js";
import { useLanguage } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { OwnConnections } from "../connections/own-connections.js";
import { Passkeys } from "./passkeys.js";
import { describeBrowser } from "./browsers.rules.js";
import { type PersonSession, useEndOtherSessions, useEndSession, useSessions } from "./profile.api.js";

const onError = (error: Error) => void showError(error);

function Sessions() {
  const { sessions: t } = useMessages("profile");
  const list = useSessions();
  const end = useEndSession(() => showToast(t.ended));
  const endOthers = useEndOtherSessions(() => showToast(t.othersEnded));
  const describe = (userAgent: string) => describeBrowser(userAgent) ?? t.unknownBrowser;
  const columns: Column<PersonSession>[] = [
    { header: t.columns.browser, cell: ({ userAgent }) => describe(userAgent) },
    { header: t.columns.address, cell: ({ address }) => address },
    { header: t.columns.started, cell: ({ createdAt }) => <Time value={createdAt} /> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    {
      header: t.columns.actions,
      cell: ({ _id, isCurrent, userAgent }) =>
        isCurrent ? (
          <Badge kind="info">{t.current}</Badge>
        ) : (
          <button type="button" onClick={() => end.mutate(_id, { onError })} disabled={end.isPending}>
            {t.end} <span className="hidden">{describe(userAgent)}</span>
          </button>
        ),
    },
  ];
  const others = (list.data?.length ?? 0) > 1 && (
    <button type="button" onClick={() => endOthers.mutate(undefined, { onError })} disabled={endOthers.isPending}>
      {t.endOthers}
    </button>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={others}>
      <DataTable caption={t.caption} columns={columns} list={list} getId={({ _id }) => _id} empty={null} />
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
          <Facts values={[[t.email, person.email]]} />
          <ForDevelopers values={[[t.id, person._id]]} />
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
  const { save } = useMessages("components");
  const { person } = useSession();
  const { setLanguage } = useLanguage();
  const [values, setValues] = useState({ name: person.name, language: person.language });
  const update = useUpdateProfile(() => {
    setLanguage(values.language);
    showToast(t.saved);
  });
  const choices = [["", t.browserLanguage] as const, ...languages.map((each) => [each, languageNames[each]] as const)];
  return (
    <div className="card">
      <Form onSubmit={() => update.mutate(values)} error={update.error} submit={save} isPending={update.isPending}>
        <TextField
          name="name"
          label={t.name}
          hint={t.nameHint}
          value={values.name}
          onChange={(name) => setValues({ ...values, name })}
        />
        <SelectField
          name="language"
          label={t.language}
          hint={t.languageHint}
          value={values.language ?? ""}
          options={choices}
          onChange={(chosen) => setValues({ ...values, language: toLanguage(chosen) ?? null })}
        />
      </Form>
    </div>
  );
}
