import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { Badge } from "../../components/badge.js";
import { ForDevelopers } from "../../components/developers.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, TextFilter, useFilters } from "../../components/filters.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { Visitor } from "../../components/visitor.js";
import { ExternalLink } from "../../components/external-link.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { GiftDialog, GiftUnitsDialog } from "./gift-dialogs.js";
import { GiftTable } from "./gift-table.js";
import { RouletteDialog } from "./roulette-dialog.js";
import { ActiveBadge, TypeName } from "./roulette-parts.js";
import { type Gift, type Roulette, type Spin, useRoulette, useSpins, useUpdateRoulette } from "./roulettes.api.js";
import { hasExpiry } from "./roulettes.rules.js";
import { Wheel } from "./wheel.js";

const filterSpec = { search: "text", userId: "text", from: "text", to: "text" } as const;

/** The gift whose units are changed, for links from other pages. */
const giftSpec = { ...filterSpec, units: "text" } as const;

function SpinList({ rouletteId }: { rouletteId: string }) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { search, userId, from: dateFrom, to: dateTo } = values;
  const spins = useSpins(rouletteId, { search, userId, dateFrom, dateTo });
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.details.spinsEmpty}>{t.details.spinsEmptyText}</EmptyState>
  );
  return (
    <Section title={t.details.spinsTitle}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByPerson} value={search} onChange={(text) => set({ search: text })} />
        <TextFilter label={t.fields.user} value={userId} onChange={(id) => set({ userId: id })} />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.details.spinsCaption}
        columns={getColumns(t, format)}
        list={spins}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Section>
  );
}

const getColumns = ({ fields, details }: Messages["roulettes"], format: Format): Column<Spin>[] => [
  { header: fields.number, align: "end", cell: ({ number }) => format.number(number) },
  { header: fields.user, cell: ({ registration, userId }) => <Visitor registration={registration} userId={userId} /> },
  {
    header: fields.result,
    cell: ({ result }) => (
      <Badge kind={result === "won" ? "good" : "neutral"}>
        {result === "won" ? details.wonResult : details.lostResult}
      </Badge>
    ),
  },
  { header: fields.gift, cell: ({ gift }) => gift.value },
  { header: fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export default function RoulettePage() {
  const t = useMessages("roulettes");
  const { rouletteId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.list.title} query={useRoulette(rouletteId)}>
      {(roulette) => <RouletteDetails roulette={roulette} />}
    </RecordPage>
  );
}

function RouletteDetails({ roulette }: { roulette: Roulette }) {
  const t = useMessages("roulettes");
  const mayWrite = useBusiness().can("roulettes:write");
  const [dialog, setDialog] = useState<"change" | "activity">();
  const close = () => setDialog(undefined);
  const actions = mayWrite && (
    <>
      <button type="button" className={roulette.isActive ? "" : "primary"} onClick={() => setDialog("activity")}>
        {roulette.isActive ? t.details.deactivate : t.details.activate}
      </button>
      <button type="button" onClick={() => setDialog("change")}>
        {t.edit}
      </button>
    </>
  );
  return (
    <Page title={roulette.name} lead={<ActiveBadge isActive={roulette.isActive} />} actions={actions}>
      <Section title={t.details.wheel} lead={t.details.wheelLead}>
        <div className="wheel-row">
          <Wheel gifts={roulette.gifts.map((gift) => ({ ...gift, chancePercent: gift.firstSpinChancePercent }))} />
          <Gifts roulette={roulette} />
        </div>
      </Section>
      <RouletteFacts roulette={roulette} />
      <SpinList rouletteId={roulette._id} />
      {dialog === "change" && <RouletteDialog roulette={roulette} onClose={close} />}
      {dialog === "activity" && <ActivityDialog roulette={roulette} onClose={close} />}
    </Page>
  );
}

type GiftDialogName = "change" | "units";

function Gifts({ roulette }: { roulette: Roulette }) {
  const mayWrite = useBusiness().can("roulettes:write");
  const [changed, setChanged] = useState<number>();
  const { values, set } = useFilters(giftSpec);
  const refilled = values.units === undefined ? undefined : Number(values.units);
  const index = changed ?? refilled ?? -1;
  const gift = mayWrite ? roulette.gifts[index] : undefined;
  const open = (name: GiftDialogName, place: number) =>
    name === "change" ? setChanged(place) : set({ units: String(place) });
  const getActions = (shown: Gift, place: number) => <GiftActions gift={shown} open={(name) => open(name, place)} />;
  return (
    <>
      <GiftTable gifts={roulette.gifts} getActions={mayWrite ? getActions : undefined} />
      {gift && changed !== undefined && (
        <GiftDialog roulette={roulette} gift={gift} index={index} onClose={() => setChanged(undefined)} />
      )}
      {gift?.quantity !== undefined && changed === undefined && (
        <GiftUnitsDialog roulette={roulette} gift={gift} index={index} onClose={() => set({ units: undefined })} />
      )}
    </>
  );
}

/** A gift without units has no limit, so there are none to add. */
function GiftActions({ gift, open }: { gift: Gift; open: (name: GiftDialogName) => void }) {
  const t = useMessages("roulettes");
  return (
    <div className="row-actions">
      <button type="button" aria-label={`${t.edit}: ${gift.value}`} onClick={() => open("change")}>
        {t.edit}
      </button>
      {gift.quantity !== undefined && (
        <button type="button" aria-label={`${t.gift.units}: ${gift.value}`} onClick={() => open("units")}>
          {t.gift.units}
        </button>
      )}
    </div>
  );
}

function RouletteFacts({ roulette }: { roulette: Roulette }) {
  const t = useMessages("roulettes");
  const format = useFormat();
  const page = `${useSession().publicPagesUrl}/roulette/${roulette._id}`;
  const expiry = t.details[roulette.time_unit](format.number(roulette.time_to_expire));
  return (
    <>
      <Facts>
        <Fact name={t.fields.page}>
          <ExternalLink href={page}>{page}</ExternalLink>
        </Fact>
        <Fact name={t.fields.type}>
          <TypeName name={roulette.typeOfRoulette.name} />
        </Fact>
        <Fact name={t.fields.spins}>{format.number(roulette.totalSpins)}</Fact>
        <Fact name={t.fields.maxWins}>{format.number(roulette.max_wins)}</Fact>
        <Fact name={t.fields.spinsPerVisitor}>{format.number(roulette.spinsPerVisitor)}</Fact>
        <Fact name={t.fields.expiry}>{hasExpiry(roulette.typeOfRoulette.name) ? expiry : t.prizes.noExpiry}</Fact>
        <Fact name={t.details.textToWin}>{roulette.textToWin}</Fact>
        <Fact name={t.details.textToLose}>{roulette.textToLose}</Fact>
        <Fact name={t.fields.created}>
          <Time value={roulette.createdAt} />
        </Fact>
      </Facts>
      <ForDevelopers values={[[t.fields.id, roulette._id]]} />
    </>
  );
}

function ActivityDialog({
  roulette: { _id: id, name, isActive },
  onClose,
}: {
  roulette: Roulette;
  onClose: () => void;
}) {
  const t = useMessages("roulettes").details;
  const update = useUpdateRoulette((changed) => {
    showToast(changed.isActive ? t.activated : t.deactivated);
    onClose();
  });
  return (
    <ConfirmDialog
      title={isActive ? t.deactivateTitle(name) : t.activateTitle(name)}
      confirm={isActive ? t.deactivate : t.activate}
      write={{ ...update, mutate: () => update.mutate({ id, isActive: !isActive }) }}
      onClose={onClose}
    >
      <p>{isActive ? t.deactivateText : t.activateText}</p>
    </ConfirmDialog>
  );
}
