import { useNavigate } from "@tanstack/react-router";
import { createFlow } from "../../api/limits/flows.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { TextField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import { firstQuestions, proposeSlug, toRedirectInput } from "./flows.rules.js";
import { RedirectFields, type RedirectValues } from "./redirect-fields.js";

interface Values {
  name: string;
  slug: string;
  redirect: RedirectValues;
  campaign: string;
}

const firstRedirect: RedirectValues = { type: "roulette", targetId: "", url: "" };

/** Asks only for what a new flow needs. The rest is set up on the page of the flow, which opens after the creation. */
export function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const navigate = useNavigate({ from: "/b/$businessId" });
  return (
    <WriteDialog
      area="flows"
      operation="createFlow"
      limits={createFlow}
      words={{ title: t.list.create, submit: common.create, done: t.form.created, fields: t.fields }}
      fields={[
        {
          name: "name",
          kind: "own",
          first: "",
          field: ({ name, slug }, change) => (
            <TextField
              name="name"
              label={t.fields.name}
              {...createFlow.name}
              value={name}
              // The address follows the name until the person writes another one.
              onChange={(next) =>
                change({ name: next, ...(slug === proposeSlug(name) && { slug: proposeSlug(next) }) })
              }
            />
          ),
        },
        { name: "slug", kind: "text" },
        {
          name: "redirect",
          kind: "own",
          first: firstRedirect,
          field: ({ redirect }, change) => (
            <RedirectFields value={redirect} onChange={(next) => change({ redirect: next })} />
          ),
        },
        { name: "campaign", kind: "text", isOptional: true },
      ]}
      toInput={({ redirect, ...same }: Values) => ({
        ...same,
        redirect: toRedirectInput(redirect),
        registrationFields: firstQuestions,
      })}
      onDone={({ slug }) => void navigate({ to: "/b/$businessId/flows/$slug", params: { slug } })}
      onClose={onClose}
    />
  );
}
