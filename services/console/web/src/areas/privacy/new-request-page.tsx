import { useState } from "react";
import { useChange } from "../../api/public-api.js";
import { Check, Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { FoundPerson } from "./found-person.js";
import type { Names, Preview } from "./privacy.api.js";
import { listEntries } from "./privacy.rules.js";

const nothing = { emails: "", phones: "", userIds: "", includeLinked: true };

/** Searches for a person, and shows what would be exported or erased. */
export default function NewRequestPage() {
  const t = useMessages("privacy");
  const [values, setValues] = useState(nothing);
  const [found, setFound] = useState<{ names: Names; preview: Preview }>();
  const search = useChange("pages", "previewPersonRequest");
  // The result must belong to the names in the form, so the answer of a search that arrives after a change is dropped.
  const change = (changes: Partial<typeof nothing>) => {
    search.reset();
    setFound(undefined);
    setValues({ ...values, ...changes });
  };
  const submit = () => {
    setFound(undefined);
    const names = toNames(values);
    search.mutate(names, { onSuccess: (preview) => setFound({ names, preview }) });
  };
  const field = (name: "emails" | "phones" | "userIds", hint: string) => (
    <TextField
      name={name}
      label={t.form[name]}
      hint={hint}
      rows={2}
      isOptional
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <Page title={t.form.title} lead={t.form.lead}>
      <div className="card">
        <Form onSubmit={submit} error={search.error} submit={t.form.search} isPending={search.isPending}>
          {field("emails", t.form.listHint)}
          {field("phones", t.form.listHint)}
          {field("userIds", t.form.userIdsHint)}
          <Check
            label={t.form.includeLinked}
            hint={t.form.includeLinkedHint}
            checked={values.includeLinked}
            onChange={(includeLinked) => change({ includeLinked })}
          />
        </Form>
      </div>
      <div role="status">{search.isPending && <p className="loading">{t.form.searching}</p>}</div>
      {found && <FoundPerson {...found} />}
    </Page>
  );
}

function toNames({ emails, phones, userIds, includeLinked }: typeof nothing): Names {
  return {
    emails: listEntries(emails),
    phones: listEntries(phones),
    userIds: listEntries(userIds),
    includeLinked,
  };
}
