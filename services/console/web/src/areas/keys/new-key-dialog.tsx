import { useState } from "react";
import { createOwnKey } from "../../api/limits/console.js";
import { SecretWriteDialog } from "../../components/dialogs/secret-write-dialog.js";
import { RadioGroup } from "../../components/forms/form.js";
import { splitList } from "../../components/forms/split-list.js";
import { useMessages } from "../../i18n/messages.js";
import { addDays, type KeyAccess, type KeyArea, keyAreas, listAccesses, readScopes, toScopes } from "./keys.rules.js";

const expiryDays = { never: 0, days30: 30, days90: 90, days365: 365 } as const;
const confirmations = { business: null, required: true, free: false } as const;

type Accesses = Record<KeyArea, KeyAccess>;

const firstAccesses: Accesses = {
  ...{ supply: "read", roulettes: "read", learning: "read", flows: "read" },
  ...{ webhooks: "none", analytics: "read", visitors: "none", settings: "none" },
};

interface Rights {
  kind: "all" | "read" | "chosen";
  /** For those that are chosen. */
  accesses: Accesses;
}

/** What the fields hold, under the names of the request. */
interface Values {
  name: string;
  mode: string;
  scopes: Rights;
  expiresAt: keyof typeof expiryDays;
  allowedAddresses: string;
  requireProposal: keyof typeof confirmations;
}

function toInput({ scopes: { kind, accesses }, expiresAt, ...values }: Values, nowMs: number) {
  const requireProposal = confirmations[values.requireProposal];
  return {
    name: values.name,
    mode: values.mode,
    scopes: { all: ["*"], read: readScopes, chosen: toScopes(accesses) }[kind],
    expiresAt: expiresAt === "never" ? null : addDays(expiryDays[expiresAt], nowMs),
    allowedAddresses: splitList(values.allowedAddresses),
    ...(requireProposal !== null && { requireProposal }),
  };
}

/** Makes a key, then shows its value. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("keys");
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  return (
    <SecretWriteDialog
      area="console"
      operation="createOwnKey"
      limits={createOwnKey}
      words={{ ...t, ...t.form }}
      fields={[
        { name: "name", kind: "text" },
        { name: "mode", kind: "radio", options: t.form.modes, hints: t.form.modeHints, first: "live" },
        {
          name: "scopes",
          kind: "own",
          first: { kind: "all", accesses: firstAccesses } satisfies Rights,
          field: ({ scopes }, change) => (
            <RightsChoice value={scopes} onChange={(changes) => change({ scopes: { ...scopes, ...changes } })} />
          ),
        },
        { name: "expiresAt", kind: "choice", options: t.form.expiry, first: "days90" },
        { name: "allowedAddresses", kind: "text", rows: 2, isOptional: true },
        { name: "requireProposal", kind: "choice", options: t.form.confirmations, first: "business" },
      ]}
      toInput={(values: Values) => toInput(values, openedMs)}
      getSecret={({ key }) => ({ value: key, text: t.secretNext })}
      onClose={onClose}
    />
  );
}

interface RightsChoiceProps {
  value: Rights;
  onChange: (changes: Partial<Rights>) => void;
}

function RightsChoice({ value: { kind: chosen, accesses }, onChange }: RightsChoiceProps) {
  const { form, fields, areas, access: accessNames } = useMessages("keys");
  return (
    <RadioGroup
      name="scopes"
      label={fields.scopes}
      value={chosen}
      options={form.rights}
      onChange={(kind) => onChange({ kind })}
    >
      {chosen === "chosen" && (
        <div className="area-rights">
          {keyAreas.map((area) => (
            <label key={area}>
              <span>{areas[area]}</span>
              <select
                value={accesses[area]}
                onChange={({ target }) => onChange({ accesses: { ...accesses, [area]: target.value as KeyAccess } })}
              >
                {listAccesses(area).map((access) => (
                  <option key={access} value={access}>
                    {accessNames[access]}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </RadioGroup>
  );
}
