import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecord, useRecords } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import { Badge } from "../../components/badge.js";
import { RecordFacts } from "../../components/developers.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { ExternalLink } from "../../components/external-link.js";
import { toDates, useFilters } from "../../components/filters.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { Visitor } from "../../components/visitor.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { GiftTable } from "./gift-table.js";
import { ActiveBadge, TypeName } from "./roulette-parts.js";
import type { Gift, Roulette } from "./roulettes.api.js";
import { hasExpiry } from "./roulettes.rules.js";
import { Wheel } from "./wheel.js";

const RouletteDialog = lazyDialog(async () => (await import("./roulette-dialog.js")).RouletteDialog);
const GiftDialog = lazyDialog(async () => (await import("./gift-dialogs.js")).GiftDialog);
const GiftUnitsDialog = lazyDialog(async () => (await import("./gift-dialogs.js")).GiftUnitsDialog);

const filterSpec = { search: "text", userId: "text", from: "text", to: "text" } as const;

/** The gift whose units are changed, for links from other pages. */
const giftSpec = { ...filterSpec, units: "text" } as const;

function SpinList({ rouletteId }: { rouletteId: string }) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <Section title={t.details.spinsTitle}>
      <FilteredList
        words={{
          caption: t.details.spinsCaption,
          emptyTitle: t.details.spinsEmpty,
          emptyText: t.details.spinsEmptyText,
          fields: t.fields,
        }}
        filters={filters}
        filterFields={[
          { name: "search", kind: "text", label: common.searchByPerson },
          { name: "userId", kind: "text" },
          "days",
        ]}
        list={useRecords("roulettes", "listSpins", { id: rouletteId, ...toDates(filters.values) })}
        columns={{
          number: ({ number }) => number,
          userId: ({ registration, userId }) => <Visitor registration={registration} userId={userId} />,
          result: ({ result }) => (
            <Badge kind={result === "won" ? "good" : "neutral"}>
              {result === "won" ? t.details.wonResult : t.details.lostResult}
            </Badge>
          ),
          gift: ({ gift }) => gift.value,
          when: ({ createdAt }) => <Time value={createdAt} />,
        }}
      />
    </Section>
  );
}

export default function RoulettePage() {
  const t = useMessages("roulettes");
  const { rouletteId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.list.title} query={useRecord("roulettes", "getRoulette", { id: rouletteId })}>
      {(roulette) => <RouletteDetails roulette={roulette} />}
    </RecordPage>
  );
}

function RouletteDetails({ roulette }: { roulette: Roulette }) {
  const t = useMessages("roulettes");
  const actions = (
    <>
      <DialogButton
        scope="roulettes:write"
        text={roulette.isActive ? t.details.deactivate : t.details.activate}
        className={roulette.isActive ? "" : "primary"}
        Dialog={ActivityDialog}
        record={roulette}
      />
      <DialogButton scope="roulettes:write" text={t.edit} Dialog={RouletteDialog} record={roulette} />
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
  const { never } = useMessages("components");
  const format = useFormat();
  const page = `${useSession().publicPagesUrl}/roulette/${roulette._id}`;
  const expiry = t.details[roulette.time_unit](format.number(roulette.time_to_expire));
  return (
    <RecordFacts
      words={t}
      values={{
        page: <ExternalLink href={page}>{page}</ExternalLink>,
        type: <TypeName name={roulette.typeOfRoulette.name} />,
        spins: roulette.totalSpins,
        max_wins: roulette.max_wins,
        spinsPerVisitor: roulette.spinsPerVisitor,
        time_to_expire: hasExpiry(roulette.typeOfRoulette.name) ? expiry : never,
        textToWin: roulette.textToWin,
        textToLose: roulette.textToLose,
        created: <Time value={roulette.createdAt} />,
      }}
      ids={{ id: roulette._id }}
    />
  );
}

function ActivityDialog({ record: { _id: id, name, isActive }, onClose }: DialogAbout<Roulette>) {
  const t = useMessages("roulettes").details;
  return (
    <ConfirmWrite
      area="roulettes"
      operation="updateRoulette"
      input={{ id, isActive: !isActive }}
      words={{
        title: isActive ? t.deactivateTitle(name) : t.activateTitle(name),
        submit: isActive ? t.deactivate : t.activate,
        done: isActive ? t.deactivated : t.activated,
      }}
      onClose={onClose}
    >
      <p>{isActive ? t.deactivateText : t.activateText}</p>
    </ConfirmWrite>
  );
}
