import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { ExternalLink } from "../../components/external-link.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { FlowTabs } from "./flow-parts.js";
import { type Target, targetKinds, useTargets } from "./flows.api.js";
import { RemoveTargetDialog, TargetDialog } from "./target-dialogs.js";

const filterSpec = { search: "text", kind: targetKinds } as const;

type Opened = { name: "create" } | { name: "change" | "remove"; target: Target };

export default function TargetsPage() {
  const t = useMessages("flows");
  const common = useMessages("components");
  const mayWrite = useBusiness().can("flows:write");
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const list = useTargets(values);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const create = mayWrite && (
    <button type="button" className="primary" onClick={() => setOpened({ name: "create" })}>
      {t.targets.create}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.targets.emptyTitle} action={create}>
      {t.targets.emptyText}
    </EmptyState>
  );
  const columns = getColumns(t);
  if (mayWrite) columns.push({ header: common.actions, cell: (target) => <Actions {...{ target, setOpened }} /> });
  return (
    <Page title={t.targets.title} lead={t.targets.lead} actions={create}>
      <FlowTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByName} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.targets.kind}
          value={values.kind}
          options={targetKinds.map((kind) => [kind, t.redirect.types[kind]])}
          onChange={(kind) => set({ kind })}
        />
      </FilterBar>
      <DataTable caption={t.targets.caption} columns={columns} list={list} getId={({ _id }) => _id} empty={empty} />
      {opened?.name === "create" && <TargetDialog onClose={close} />}
      {opened?.name === "change" && <TargetDialog target={opened.target} onClose={close} />}
      {opened?.name === "remove" && <RemoveTargetDialog target={opened.target} onClose={close} />}
    </Page>
  );
}

const getColumns = ({ fields, targets, redirect }: Messages["flows"]): Column<Target>[] => [
  { header: fields.name, cell: ({ name }) => name },
  { header: targets.kind, cell: ({ kind }) => redirect.types[kind] },
  {
    header: redirect.url,
    cell: ({ url }) => <ExternalLink href={url}>{url}</ExternalLink>,
  },
  { header: fields.changed, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

function Actions({ target, setOpened }: { target: Target; setOpened: (opened: Opened) => void }) {
  const t = useMessages("flows");
  return (
    <div className="row-actions">
      <button
        type="button"
        aria-label={`${t.edit}: ${target.name}`}
        onClick={() => setOpened({ name: "change", target })}
      >
        {t.edit}
      </button>
      <button
        type="button"
        aria-label={`${t.targets.remove}: ${target.name}`}
        onClick={() => setOpened({ name: "remove", target })}
      >
        {t.targets.remove}
      </button>
    </div>
  );
}
