import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { FormDialog } from "../../components/form-dialog.js";
import { TextField } from "../../components/inputs.js";
import { showToast } from "../../components/toast-store.js";
import { useCreateFlow } from "./flows.api.js";
import { toRedirectInput } from "./flows.rules.js";
import { useFlowMessages } from "./messages/index.js";
import { RedirectFields, type RedirectValues } from "./redirect-fields.js";

/** Asks only for what a new flow needs. The rest is set up on the page of the flow, which opens after the creation. */
export function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const t = useFlowMessages();
  const navigate = useNavigate();
  const { _id: businessId } = useBusiness().business;
  const [values, setValues] = useState({ name: "", slug: "", campaign: "" });
  const [redirect, setRedirect] = useState<RedirectValues>({ type: "roulette", targetId: "", url: "" });
  const create = useCreateFlow(({ slug }) => {
    showToast(t.form.created);
    void navigate({ to: "/b/$businessId/flows/$slug", params: { businessId, slug } });
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={t.list.create}
      submit={t.list.create}
      write={create}
      onSubmit={() => create.mutate({ ...values, redirect: toRedirectInput(redirect) })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.fields.name}
        maxLength={200}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        name="slug"
        label={t.fields.slug}
        hint={t.form.slugHint}
        maxLength={80}
        value={values.slug}
        onChange={(slug) => change({ slug })}
      />
      <RedirectFields value={redirect} onChange={setRedirect} />
      <TextField
        name="campaign"
        label={t.fields.campaign}
        isOptional
        maxLength={200}
        value={values.campaign}
        onChange={(campaign) => change({ campaign })}
      />
    </FormDialog>
  );
}
