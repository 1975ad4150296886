import { createTarget } from "../../api/limits/flows.js";
import { ForDevelopers } from "../../components/developers.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RemoveDialog } from "../../components/dialogs/remove-dialog.js";
import { RecordDialog, type RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import { type Target, targetKinds } from "./flows.api.js";

/** A survey or an event. Its kind stays. */
export function TargetDialog({ record, onClose }: RecordDialogProps<Target>) {
  const t = useMessages("flows");
  return (
    <RecordDialog
      area="flows"
      create="createTarget"
      update="updateTarget"
      limits={createTarget}
      record={record}
      words={{ ...t.targets, fields: t.fields }}
      fields={[
        !record && {
          name: "kind",
          kind: "choice",
          options: targetKinds.map((each) => [each, t.redirect.types[each]]),
          first: "survey",
        },
        { name: "name", kind: "text" },
        { name: "url", kind: "url" },
        record !== undefined && <ForDevelopers key="developers" values={[[t.fields.id, record._id]]} />,
      ]}
      onClose={onClose}
    />
  );
}

export function RemoveTargetDialog({ record, onClose }: DialogAbout<Target>) {
  const t = useMessages("flows").targets;
  return (
    <RemoveDialog
      area="flows"
      operation="deleteTarget"
      input={{ id: record._id }}
      words={t}
      name={record.name}
      onClose={onClose}
    />
  );
}
