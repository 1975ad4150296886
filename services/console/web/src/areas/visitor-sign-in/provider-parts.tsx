import { Badge } from "../../components/badge.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { VisitorSignInChange } from "./visitor-sign-in.api.js";

export function SetBadge({ isSet }: { isSet: boolean }) {
  const t = useMessages("visitor-sign-in");
  return <Badge kind={isSet ? "good" : "neutral"}>{isSet ? t.set : t.notSet}</Badge>;
}

interface RemoveProviderProps {
  name: string;
  change: VisitorSignInChange;
}

export function RemoveProvider({ name, change }: RemoveProviderProps) {
  const t = useMessages("visitor-sign-in");
  return (
    <RemoveButton
      scope="settings:write"
      label={`${t.remove}: ${name}`}
      area="flows"
      operation="putVisitorSignIn"
      input={change}
      words={t}
      name={name}
    />
  );
}
