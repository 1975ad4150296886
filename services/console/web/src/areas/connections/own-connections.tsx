import { useRecords } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { FilteredList } from "../../components/list-page.js";
import { Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { type Connection, RevokeDialog, getConnectionColumns, useRevocation } from "./connection-columns.js";

/** A part of the profile: the agents that the person has connected, in all businesses. */
export function OwnConnections() {
  const t = useMessages("connections");
  const { nameUnknown } = useMessages("components");
  const { businesses } = useSession();
  const nameBusiness = ({ businessId }: Connection) =>
    businesses.find(({ _id }) => _id === businessId)?.name ?? nameUnknown;
  return (
    <Section title={t.title} lead={t.own.lead}>
      <FilteredList
        words={{ ...t, ...t.own, fields: t.fields }}
        list={useRecords("console", "listOwnConnections", {})}
        columns={getConnectionColumns(nameBusiness)}
        rowDialogs={{ dialogs: [useRevocation(Revoke)] }}
      />
    </Section>
  );
}

function Revoke(about: DialogAbout<Connection>) {
  return <RevokeDialog operation="revokeOwnConnection" {...about} />;
}
