import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useChange } from "../../api/public-api.js";
import { FormError } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { Loaded } from "../../components/loaded.js";
import { Facts } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useSettled } from "../../components/use-settled.js";
import { Visitor } from "../../components/visitor.js";
import { useMessages } from "../../i18n/messages.js";
import { PrizeBadge, RouletteLink } from "./roulette-parts.js";
import { readClaimCode } from "./roulettes.rules.js";
import { type Prize, usePrizeOfCode } from "./roulettes.api.js";
import "./claim-by-code.css";

/** For the counter: the code that a winner shows, the one prize behind it, and one button. */
export function ClaimByCode() {
  const t = useMessages("roulettes");
  const [typed, setTyped] = useState("");
  const code = readClaimCode(useSettled(typed));
  const found = usePrizeOfCode(code);
  return (
    <section className="claim-by-code">
      <TextField
        name="code"
        label={t.fields.code}
        hint={t.prizes.codeHint}
        maxLength={20}
        value={typed}
        onChange={setTyped}
      />
      <div role="status">
        {code !== "" && (
          <Loaded query={found} loading={null}>
            {(prize) =>
              prize ? (
                <FoundPrize key={prize._id} prize={prize} />
              ) : (
                <p className="notice warn">{t.prizes.codeUnknown}</p>
              )
            }
          </Loaded>
        )}
      </div>
    </section>
  );
}

function FoundPrize({ prize }: { prize: Prize }) {
  const t = useMessages("roulettes");
  const mayWrite = useBusiness().can("roulettes:write");
  const claim = useChange("roulettes", "claimPrize");
  const { gift, status, registration, userId, rouletteId, expiresAt, claimedAt } = prize;
  return (
    <div className="card">
      <h2>
        {gift.emoji} {gift.value} <PrizeBadge status={status} />
      </h2>
      {claim.data && (
        <p className={claim.data.claimedNow ? "notice good" : "notice wrong"}>
          {claim.data.claimedNow ? t.prizes.claimedNow : t.prizes.claimedBefore}
        </p>
      )}
      {status === "claimed" && !claim.data && <p className="notice wrong">{t.prizes.claimedBefore}</p>}
      <Facts
        words={t}
        values={{
          userId: <Visitor registration={registration} userId={userId} />,
          rouletteId: <RouletteLink rouletteId={rouletteId} />,
          claimed: claimedAt && <Time value={claimedAt} />,
          expires: !claimedAt && <Time value={expiresAt} mayBeAhead />,
        }}
      />
      <FormError error={claim.error} />
      {mayWrite && status === "won" && (
        <button
          type="button"
          className="primary"
          disabled={claim.isPending}
          onClick={() => claim.mutate({ id: prize._id })}
        >
          {t.prizes.claim}
        </button>
      )}
    </div>
  );
}
