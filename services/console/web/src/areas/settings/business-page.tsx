import { useMemo, useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ForDevelopers } from "../../components/developers.js";
import { Check, Field, Form } from "../../components/forms/form.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useNow } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { describeTimeZone, groupTimeZones, listZonesOfCountry, readOffset } from "../../i18n/time-zones.rules.js";
import { type OwnBusiness, useOwnBusiness, useUpdateBusiness } from "./settings.api.js";

export default function BusinessPage() {
  const { business: t } = useMessages("settings");
  const { can } = useBusiness();
  const format = useFormat();
  const now = useNow();
  return (
    <Page title={t.title}>
      <Loaded query={useOwnBusiness()}>
        {(data) => (
          <div className="stack">
            <Facts
              values={[
                [
                  t.country,
                  <>
                    {format.country(data.country)}
                    <p className="note">{t.countryNote}</p>
                  </>,
                ],
                // Those who may change them see them in the form.
                [t.name, !can("business:write") && data.name],
                [t.timeZone, !can("business:write") && describeTimeZone(data.timeZone, new Date(now))],
                [t.currency, !can("business:write") && data.currency],
              ]}
            />
            <ForDevelopers
              values={[
                [t.id, data._id],
                [t.sandbox, data.sandboxId ?? undefined],
              ]}
            />
            {can("business:write") && <BusinessForm value={data} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function listTimeZones(stored: string, country: string) {
  const now = new Date();
  const all = [...new Set([stored, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
  return groupTimeZones(all, listZonesOfCountry(country), (zone) => readOffset(zone, now));
}

function BusinessForm({ value }: { value: OwnBusiness }) {
  const { business: t } = useMessages("settings");
  const { save } = useMessages("components");
  const { name, timeZone, currency, requireProposal, country } = value;
  const zones = useMemo(() => listTimeZones(timeZone, country), [timeZone, country]);
  const regions: Readonly<Record<string, string>> = t.regions;
  const [values, setValues] = useState({ name, timeZone, currency, requireProposal });
  const update = useUpdateBusiness(() => showToast(t.saved));
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return (
    <div className="card">
      <Form onSubmit={() => update.mutate(values)} error={update.error} submit={save} isPending={update.isPending}>
        <Field name="name" label={t.name}>
          {(input) => (
            <input {...input} value={values.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
        <Field name="timeZone" label={t.timeZone} hint={t.timeZoneHint}>
          {(input) => (
            <select {...input} value={values.timeZone} onChange={(event) => change({ timeZone: event.target.value })}>
              {zones.map(({ region, zones: ofRegion }) => (
                <optgroup key={region} label={regions[region] ?? region}>
                  {ofRegion.map((zone) => (
                    <option key={zone.name} value={zone.name}>
                      {zone.label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field name="currency" label={t.currency} hint={t.currencyHint}>
          {(input) => (
            <input
              {...input}
              maxLength={3}
              value={values.currency}
              onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
            />
          )}
        </Field>
        <Check
          label={t.requireProposal}
          hint={t.requireProposalHint}
          checked={values.requireProposal}
          onChange={(next) => change({ requireProposal: next })}
        />
      </Form>
    </div>
  );
}
