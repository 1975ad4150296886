import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { Actor } from "../../components/actor.js";
import { ForDevelopers } from "../../components/developers.js";
import { Facts } from "../../components/page.js";
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
      <Facts
        values={[
          { name: t.business, value: business.name },
          { name: t.requested, value: <Time value={requestedAt} /> },
          {
            name: t.by,
            value: requestedBy === person._id ? `${person.name} (${person.email})` : <Actor id={requestedBy} />,
          },
          { name: t.completed, value: completedAt && <Time value={completedAt} /> },
          { name: t.covers, value: coversUntil && <Time value={coversUntil} mayBeAhead /> },
          { name: t.until, value: downloadUntil && <Time value={downloadUntil} mayBeAhead /> },
          {
            name: t.leftOut,
            value: namesLeftOut > 0 && (
              <>
                {format.number(namesLeftOut)}
                <p className="note">{t.leftOutText}</p>
              </>
            ),
          },
        ]}
      />
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
