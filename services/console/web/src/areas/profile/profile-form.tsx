import { useState } from "react";
import { useUpdateProfile } from "../../api/profile.js";
import { useSession } from "../../api/session.js";
import { Form } from "../../components/form.js";
import { SelectField, TextField } from "../../components/inputs.js";
import { useComponentMessages } from "../../components/messages/index.js";
import { showToast } from "../../components/toast-store.js";
import { languageNames, languages, toLanguage } from "../../i18n/language.js";
import { useLanguage } from "../../i18n/language-context.js";
import { useProfileMessages } from "./messages/index.js";

/** Name and language of the person. A change of the language takes effect at once, and on other devices at the next start of the application. */
export function ProfileForm() {
  const t = useProfileMessages();
  const { save } = useComponentMessages();
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
