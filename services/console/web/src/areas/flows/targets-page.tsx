import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import type { RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { ExternalLink } from "../../components/external-link.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { type Target, targetKinds } from "./flows.api.js";

const loadDialogs = () => import("./target-dialogs.js");
const TargetDialog = lazyDialog<RecordDialogProps<Target>>(async () => (await loadDialogs()).TargetDialog);
const RemoveTargetDialog = lazyDialog(async () => (await loadDialogs()).RemoveTargetDialog);

const filterSpec = { search: "text", kind: targetKinds } as const;

export default function TargetsPage() {
  const t = useMessages("flows");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const kinds = targetKinds.map((kind) => [kind, t.redirect.types[kind]] as const);
  return (
    <ListPage
      words={{ ...t.targets, fields: t.fields }}
      tabs={<AreaTabs area="flows" />}
      create={{ scope: "flows:write", Dialog: TargetDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "kind", kind: "choice", options: kinds },
      ]}
      list={useRecords("flows", "listTargets", filters.values)}
      columns={{
        name: ({ name }) => name,
        kind: ({ kind }) => t.redirect.types[kind],
        url: ({ url }) => <ExternalLink href={url}>{url}</ExternalLink>,
        changed: ({ updatedAt }) => <Time value={updatedAt} />,
      }}
      rowDialogs={{
        scope: "flows:write",
        dialogs: [
          { text: t.edit, label: ({ name }) => `${t.edit}: ${name}`, Dialog: TargetDialog },
          { text: t.targets.remove, label: ({ name }) => `${t.targets.remove}: ${name}`, Dialog: RemoveTargetDialog },
        ],
      }}
    />
  );
}
