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

const filterSpec = {
  search: "text",
  status: ["won", "claimed", "expired"],
  rouletteId: "text",
  userId: "text",
  from: "text",
  to: "text",
} as const;

export default function PrizesPage() {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.prizes, fields: t.fields }}
      tabs={<AreaTabs area="roulettes" />}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByPerson },
        { name: "status", kind: "choice", options: t.prizes.statuses },
        { name: "rouletteId", kind: "record", source: rouletteSource, Filter: RecordFilter },
        { name: "userId", kind: "text" },
        "days",
      ]}
      list={useRecords("roulettes", "listPrizes", toDates(filters.values))}
      columns={{
        prize: ({ gift }) => `${gift.emoji ?? ""} ${gift.value}`.trim(),
        code: ({ code }) => code && <code className="whole">{code}</code>,
        status: ({ status }) => <PrizeBadge status={status} />,
        rouletteId: ({ rouletteId }) => <RouletteLink rouletteId={rouletteId} />,
        userId: ({ registration, userId }) => <Visitor registration={registration} userId={userId} />,
        won: ({ wonAt }) => <Time value={wonAt} />,
        expires: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead />,
      }}
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
        words={t}
        values={{
          userId: <Visitor registration={prize.registration} userId={prize.userId} />,
          code: prize.code && <code>{prize.code}</code>,
        }}
      />
    </ConfirmDialog>
  );
}
