import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { rouletteSource } from "../../api/record-sources.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { RecordFilter } from "../../components/forms/record-choice.js";
import { Fact, Facts, Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { Visitor } from "../../components/visitor.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ClaimByCode } from "./claim-by-code.js";
import { PrizeBadge, RouletteLink, RouletteTabs } from "./roulette-parts.js";
import { type Prize, useClaimPrize, usePrizes } from "./roulettes.api.js";

const statuses = ["won", "claimed", "expired"] as const;
const filterSpec = {
  search: "text",
  status: statuses,
  rouletteId: "text",
  userId: "text",
  from: "text",
  to: "text",
} as const;

export default function PrizesPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const mayWrite = useBusiness().can("roulettes:write");
  const filters = useFilters(filterSpec);
  const { from: dateFrom, to: dateTo, ...same } = filters.values;
  const prizes = usePrizes({ ...same, dateFrom, dateTo });
  const [claimed, setClaimed] = useState<Prize>();
  const columns = getColumns(t);
  if (mayWrite)
    columns.push({ header: common.actions, cell: (prize) => <ClaimButton prize={prize} open={setClaimed} /> });
  const empty = filters.isFiltered ? (
    <NoMatch onClear={filters.clear} />
  ) : (
    <EmptyState title={t.prizes.emptyTitle}>{t.prizes.emptyText}</EmptyState>
  );
  return (
    <Page title={t.prizes.title} lead={t.prizes.lead}>
      <RouletteTabs />
      <ClaimByCode />
      <PrizeFilters {...filters} />
      <DataTable caption={t.prizes.caption} columns={columns} list={prizes} getId={({ _id }) => _id} empty={empty} />
      {claimed && <ClaimDialog prize={claimed} onClose={() => setClaimed(undefined)} />}
    </Page>
  );
}

function PrizeFilters({ values, isFiltered, set, clear }: ReturnType<typeof useFilters<typeof filterSpec>>) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  return (
    <FilterBar isFiltered={isFiltered} onClear={clear}>
      <TextFilter label={common.searchByPerson} value={values.search} onChange={(search) => set({ search })} />
      <SelectFilter
        label={t.fields.state}
        value={values.status}
        options={statuses.map((status) => [status, t.prizes.statuses[status]])}
        onChange={(status) => set({ status })}
      />
      <RecordFilter
        label={t.fields.roulette}
        source={rouletteSource}
        value={values.rouletteId}
        onChange={(rouletteId) => set({ rouletteId })}
      />
      <TextFilter label={t.fields.user} value={values.userId} onChange={(userId) => set({ userId })} />
      <DayFilters values={values} onChange={set} />
    </FilterBar>
  );
}

const getColumns = ({ fields, prizes }: Messages["roulettes"]): Column<Prize>[] => [
  { header: fields.prize, cell: ({ gift }) => `${gift.emoji ?? ""} ${gift.value}`.trim() },
  { header: fields.code, cell: ({ code }) => code && <code className="whole">{code}</code> },
  { header: fields.state, cell: ({ status }) => <PrizeBadge status={status} /> },
  { header: fields.roulette, cell: ({ rouletteId }) => <RouletteLink rouletteId={rouletteId} /> },
  { header: fields.user, cell: ({ registration, userId }) => <Visitor registration={registration} userId={userId} /> },
  { header: fields.won, cell: ({ wonAt }) => <Time value={wonAt} /> },
  {
    header: fields.expires,
    cell: ({ expiresAt }) =>
      expiresAt ? <Time value={expiresAt} mayBeAhead /> : <span className="note">{prizes.noExpiry}</span>,
  },
];

function ClaimButton({ prize, open }: { prize: Prize; open: (prize: Prize) => void }) {
  const t = useMessages("roulettes").prizes;
  if (prize.status !== "won") return null;
  return (
    <button type="button" aria-label={t.claimTitle(prize.gift.value)} onClick={() => open(prize)}>
      {t.claim}
    </button>
  );
}

function ClaimDialog({ prize, onClose }: { prize: Prize; onClose: () => void }) {
  const t = useMessages("roulettes");
  const claim = useClaimPrize(({ claimedNow }) => {
    showToast(claimedNow ? t.prizes.claimedNow : t.prizes.claimedBefore, claimedNow ? "done" : "wrong");
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.prizes.claimTitle(prize.gift.value)}
      confirm={t.prizes.claim}
      write={{ ...claim, mutate: () => claim.mutate(prize._id) }}
      onClose={onClose}
    >
      <p>{t.prizes.claimText}</p>
      <Facts>
        <Fact name={t.fields.user}>
          <Visitor registration={prize.registration} userId={prize.userId} />
        </Fact>
        {prize.code && (
          <Fact name={t.fields.code}>
            <code>{prize.code}</code>
          </Fact>
        )}
      </Facts>
    </ConfirmDialog>
  );
}
