import type { Client } from "../../api/client.js";
import type { Input } from "../../api/public-api.js";
import { ConfirmWrite } from "./confirm-write.js";
import { DialogButton } from "./dialog-button.js";
import type { DialogAbout } from "./dialog.js";

interface RemoveProps<Area extends keyof Client, Name extends keyof Client[Area]> {
  area: Area;
  operation: Name;
  input: NoInfer<Input<Area, Name>>;
  words: { remove: string; removeTitle: string | ((name: string) => string); removeText: string; removed: string };
  /** Of what is removed, for a title that names it. */
  name?: string;
  onDone?: () => void;
}

/** Asks before something is removed for good. */
export function RemoveDialog<Area extends keyof Client, Name extends keyof Client[Area]>({
  words: { remove, removeTitle, removeText, removed },
  name = "",
  ...write
}: RemoveProps<Area, Name> & { onClose: () => void }) {
  return (
    <ConfirmWrite
      {...write}
      words={{
        title: typeof removeTitle === "string" ? removeTitle : removeTitle(name),
        submit: remove,
        done: removed,
      }}
      isDangerous
    >
      <p>{removeText}</p>
    </ConfirmWrite>
  );
}

interface RemoveButtonProps<Area extends keyof Client, Name extends keyof Client[Area]> extends RemoveProps<
  Area,
  Name
> {
  /** Others do not see the button. */
  scope: string;
  /** What the button says, where it is shorter than what the dialog says. */
  text?: string;
  /** Read out in place of the text. */
  label?: string;
}

/** A button that opens this dialog. */
export function RemoveButton<Area extends keyof Client, Name extends keyof Client[Area]>({
  scope,
  text,
  label,
  ...removal
}: RemoveButtonProps<Area, Name>) {
  return (
    <DialogButton
      scope={scope}
      text={text ?? removal.words.remove}
      label={label}
      className="danger"
      Dialog={RemoveRecord<Area, Name>}
      record={removal}
    />
  );
}

function RemoveRecord<Area extends keyof Client, Name extends keyof Client[Area]>({
  record,
  onClose,
}: DialogAbout<RemoveProps<Area, Name>>) {
  return <RemoveDialog {...record} onClose={onClose} />;
}
