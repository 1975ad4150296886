import { useMemo } from "react";
import { useBusiness } from "../../api/business.js";
import { updateOwnBusiness } from "../../api/limits/console.js";
import { type Reply, useRecord } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { Field } from "../../components/forms/form.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Loaded } from "../../components/loaded.js";
import { Page } from "../../components/page.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { describeTimeZone, groupTimeZones, listZonesOfCountry, readOffset } from "../../i18n/time-zones.rules.js";

type OwnBusiness = Reply<"console", "getOwnBusiness">;

export default function BusinessPage() {
  const { business: t } = useMessages("settings");
  const { can } = useBusiness();
  const format = useFormat();
  const now = useNow();
  return (
    <Page title={t.title}>
      <Loaded query={useRecord("console", "getOwnBusiness", {})}>
        {(data) => (
          <div className="stack">
            <RecordFacts
              words={t}
              values={{
                country: (
                  <>
                    {format.country(data.country)}
                    <p className="note">{t.countryNote}</p>
                  </>
                ),
                name: !can("business:write") && data.name,
                timeZone: !can("business:write") && describeTimeZone(data.timeZone, new Date(now)),
                currency: !can("business:write") && data.currency,
              }}
              ids={{ id: data._id, sandboxId: data.sandboxId }}
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
  return (
    <div className="card">
      <WriteForm
        area="console"
        operation="updateOwnBusiness"
        limits={updateOwnBusiness}
        fields={[
          { name: "name", kind: "text" },
          {
            name: "timeZone",
            kind: "own",
            field: ({ timeZone = "" }, change) => (
              <TimeZoneField business={value} value={timeZone} onChange={(zone) => change({ timeZone: zone })} />
            ),
          },
          { name: "currency", kind: "text", maxLength: 3, isUpperCase: true },
          { name: "requireProposal", kind: "check" },
        ]}
        first={value}
        words={t}
      />
    </div>
  );
}

interface TimeZoneFieldProps {
  business: OwnBusiness;
  value: string;
  onChange: (zone: string) => void;
}

function TimeZoneField({ business: { timeZone, country }, value, onChange }: TimeZoneFieldProps) {
  const { business: t } = useMessages("settings");
  const zones = useMemo(() => listTimeZones(timeZone, country), [timeZone, country]);
  const regions: Readonly<Record<string, string>> = t.regions;
  return (
    <Field name="timeZone" label={t.fields.timeZone} hint={t.fields.timeZoneHint}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChange(event.target.value)}>
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
  );
}
