import { useState } from "react";
import { signChallenge } from "../../api/passkey.js";
import { useSession } from "../../api/session.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { FormError } from "../../components/forms/form.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Approval, type Decision, useDecide } from "./approvals.api.js";
import { hasApproved } from "./approvals.rules.js";

const RejectDialog = lazyDialog(async () => (await import("./reject-dialog.js")).RejectDialog);

interface DecisionSectionProps {
  approval: Approval;
  /** What the page shows is not what the person has seen: a button that was about to be pressed must not decide about it. */
  isChanged: boolean;
  onSeen: () => void;
}

/** The buttons of a person who may decide. They send what the page shows: its revision and the version of the rules. */
export function DecisionSection({ approval, isChanged, onSeen }: DecisionSectionProps) {
  const { decide: t } = useMessages("approvals");
  const { person } = useSession();
  const write = useDecide(approval._id, () => showToast(t.approved));
  const [passkey, setPasskey] = useState<"ready" | "asking" | "failed">("ready");
  const { revision, policyVersion, needs, challenge } = approval;
  const isDone = hasApproved(approval.decisions, { personId: person._id });
  const approve = async () => {
    write.reset();
    const decision: Decision = { decision: "approve", revision, policyVersion };
    if (needs !== "one_with_proof") return write.mutate(decision);
    setPasskey("asking");
    try {
      const proof = await signChallenge(challenge);
      setPasskey("ready");
      write.mutate({ ...decision, proof });
    } catch {
      // What the browser says is not for people: they have closed its window, or have no passkey here.
      setPasskey("failed");
    }
  };
  return (
    <section className="card decision" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="note">{isDone ? t.second : t.lead}</p>
      <FormError error={write.error} />
      {passkey === "failed" && (
        <p className="notice wrong" role="alert">
          {t.passkeyFailed}
        </p>
      )}
      <div className="form-actions">
        {/* Also after a change: nothing is carried out, and what was entered stays. */}
        <DialogButton scope="approvals:decide" text={t.reject} Dialog={RejectDialog} record={approval} />
        {isChanged && (
          <button type="button" className="primary" onClick={onSeen}>
            {t.seen}
          </button>
        )}
        {!isChanged && !isDone && (
          <button
            type="button"
            className="primary"
            onClick={() => void approve()}
            disabled={write.isPending || passkey === "asking"}
          >
            {needs === "one_with_proof" ? t.approveWithPasskey : t.approve}
          </button>
        )}
      </div>
    </section>
  );
}
