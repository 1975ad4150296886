import { useChange, useRecords } from "../../api/public-api.js";
import { rouletteSource } from "../../api/record-sources.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { toDates, useFilters } from "../../components/filters.js";
import { RecordFilter } from "../../components/forms/record-choice.js";
import { ListPage } from "../../components/list-page.js";
import { Facts } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { Visitor } from "../../components/visitor.js";
import { useMessages } from "../../i18n/messages.js";
import { ClaimByCode } from "./claim-by-code.js";
import { PrizeBadge, RouletteLink } from "./roulette-parts.js";
import type { Prize } from "./roulettes.api.js";

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
  const filters = useFilters(filterSpec);
  const states = statuses.map((status) => [status, t.prizes.statuses[status]] as const);
  return (
    <ListPage
      words={t.prizes}
      tabs={<AreaTabs area="roulettes" />}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByPerson },
        { name: "status", kind: "choice", label: t.fields.state, options: states },
        { name: "rouletteId", kind: "record", label: t.fields.roulette, source: rouletteSource, Filter: RecordFilter },
        { name: "userId", kind: "text", label: t.fields.user },
        "days",
      ]}
      list={useRecords("roulettes", "listPrizes", toDates(filters.values))}
      columns={[
        { header: t.fields.prize, cell: ({ gift }) => `${gift.emoji ?? ""} ${gift.value}`.trim() },
        { header: t.fields.code, cell: ({ code }) => code && <code className="whole">{code}</code> },
        { header: t.fields.state, cell: ({ status }) => <PrizeBadge status={status} /> },
        { header: t.fields.roulette, cell: ({ rouletteId }) => <RouletteLink rouletteId={rouletteId} /> },
        {
          header: t.fields.user,
          cell: ({ registration, userId }) => <Visitor registration={registration} userId={userId} />,
        },
        { header: t.fields.won, cell: ({ wonAt }) => <Time value={wonAt} /> },
        {
          header: t.fields.expires,
          cell: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead />,
        },
      ]}
      rowDialogs={{
        scope: "roulettes:write",
        dialogs: [
          {
            text: t.prizes.claim,
            label: ({ gift }) => t.prizes.claimTitle(gift.value),
            isFor: ({ status }) => status === "won",
            Dialog: ClaimDialog,
          },
        ],
      }}
    >
      <ClaimByCode />
    </ListPage>
  );
}

function ClaimDialog({ record: prize, onClose }: DialogAbout<Prize>) {
  const t = useMessages("roulettes");
  const claim = useChange("roulettes", "claimPrize", ({ claimedNow }) => {
    showToast(claimedNow ? t.prizes.claimedNow : t.prizes.claimedBefore, claimedNow ? "done" : "wrong");
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.prizes.claimTitle(prize.gift.value)}
      confirm={t.prizes.claim}
      write={{ ...claim, mutate: () => claim.mutate({ id: prize._id }) }}
      onClose={onClose}
    >
      <p>{t.prizes.claimText}</p>
      <Facts
        values={[
          { name: t.fields.user, value: <Visitor registration={prize.registration} userId={prize.userId} /> },
          { name: t.fields.code, value: prize.code && <code>{prize.code}</code> },
        ]}
      />
    </ConfirmDialog>
  );
}
