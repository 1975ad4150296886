import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { Actor } from "../../components/actor.js";
import { ForDevelopers } from "../../components/developers.js";
import { Fact, Facts } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { PersonRequest } from "./privacy.api.js";

export function RequestFacts({ request }: { request: PersonRequest }) {
  const { request: t } = useMessages("privacy");
  const format = useFormat();
  const { business } = useBusiness();
  const { person } = useSession();
  const {
    _id,
    requestedAt,
    requestedBy,
    completedAt,
    coversUntil,
    downloadUntil,
    tombstone,
    personHashes,
    namesLeftOut,
  } = request;
  return (
    <>
      <Facts>
        <Fact name={t.business}>{business.name}</Fact>
        <Fact name={t.requested}>
          <Time value={requestedAt} />
        </Fact>
        <Fact name={t.by}>
          {requestedBy === person._id ? `${person.name} (${person.email})` : <Actor id={requestedBy} />}
        </Fact>
        {completedAt && (
          <Fact name={t.completed}>
            <Time value={completedAt} />
          </Fact>
        )}
        {coversUntil && (
          <Fact name={t.covers}>
            <Time value={coversUntil} mayBeAhead />
          </Fact>
        )}
        {downloadUntil && (
          <Fact name={t.until}>
            <Time value={downloadUntil} mayBeAhead />
          </Fact>
        )}
        {namesLeftOut > 0 && (
          <Fact name={t.leftOut}>
            {format.number(namesLeftOut)}
            <p className="note">{t.leftOutText}</p>
          </Fact>
        )}
      </Facts>
      <ForDevelopers
        values={[
          [t.id, _id],
          [t.tombstone, tombstone ?? undefined],
          ...personHashes.map((hash) => [t.hashes, hash] as const),
        ]}
      />
    </>
  );
}
