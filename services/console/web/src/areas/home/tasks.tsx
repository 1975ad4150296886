import type { ReactNode } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecords } from "../../api/public-api.js";
import type { List } from "../../api/use-list.js";
import { Loaded } from "../../components/loaded.js";
import { Section } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toExpiryLimit, toPrizePath, toSoldOut } from "./home.rules.js";

const shown = 5;

interface TaskListProps<Item> {
  title: string;
  /** Said when nothing is to be done. */
  nothing: string;
  list: Pick<List<Item>, "data" | "error" | "hasMore" | "refetch">;
  getId: (item: Item) => string;
  row: (item: Item) => ReactNode;
  /** The page with all of them, within the business. */
  all: string;
}

/** The first few records that need a person. */
function TaskList<Item>({ title, nothing, list, getId, row, all }: TaskListProps<Item>) {
  const t = useMessages("home");
  const { business } = useBusiness();
  return (
    <Section title={title}>
      <Loaded query={list} empty={<p className="note">{nothing}</p>}>
        {(items) => (
          <ul className="tasks">
            {items.map((item) => (
              <li key={getId(item)}>{row(item)}</li>
            ))}
          </ul>
        )}
      </Loaded>
      {list.hasMore && (
        <p>
          <a href={`/b/${business._id}${all}`} aria-label={t.showAllOf(title)}>
            {t.showAll}
          </a>
        </p>
      )}
    </Section>
  );
}

export function LowStock() {
  const t = useMessages("home");
  const format = useFormat();
  const { business } = useBusiness();
  const list = useRecords("supply", "listCenterStocks", { belowAlert: "true" }, { limit: shown });
  return (
    <TaskList
      title={t.lowStock}
      nothing={t.noLowStock}
      list={list}
      getId={({ _id }) => _id}
      all="/supply/stock?belowAlert=true"
      row={({ _id, productName, serviceCenterName, currentStock, minStockAlert }) => (
        <>
          <a href={`/b/${business._id}/supply/stock/${_id}`}>{productName}</a>
          <span className="note">
            {serviceCenterName} · {t.units(format.number(currentStock), format.number(minStockAlert))}
          </span>
        </>
      )}
    />
  );
}

/** Gifts of active roulettes without units, and items without stock: both can be won no more until units are added. */
export function SoldOutGifts() {
  const t = useMessages("home");
  const { business } = useBusiness();
  const roulettes = useRecords("roulettes", "listRoulettes", { soldOut: "true" }, { limit: shown });
  const items = useRecords(
    "roulettes",
    "listRouletteItems",
    { soldOut: "true", enabled_in_rewards: "true" },
    { limit: shown },
  );
  const data = roulettes.data && items.data && toSoldOut(roulettes.data, items.data);
  return (
    <TaskList
      title={t.soldOut}
      nothing={t.noSoldOut}
      list={{
        data: data?.slice(0, shown),
        error: roulettes.error ?? items.error,
        hasMore: roulettes.hasMore || items.hasMore || (data?.length ?? 0) > shown,
        refetch: () => Promise.all([roulettes.refetch(), items.refetch()]),
      }}
      getId={({ path }) => path}
      all="/roulettes?soldOut=true"
      row={({ path, name, of }) => (
        <>
          <a href={`/b/${business._id}/roulettes/${path}`}>{of ? t.giftSoldOut(name) : t.itemSoldOut(name)}</a>
          {of && <span className="note">{of}</span>}
        </>
      )}
    />
  );
}

export function ExpiringPrizes() {
  const t = useMessages("home");
  const now = useNow();
  const { business } = useBusiness();
  const list = useRecords("roulettes", "listPrizes", { expiresBefore: toExpiryLimit(new Date(now)) }, { limit: shown });
  return (
    <TaskList
      title={t.expiringPrizes}
      nothing={t.noExpiringPrizes}
      list={list}
      getId={({ _id }) => _id}
      all="/roulettes/prizes?status=won"
      row={({ gift, userId, code, expiresAt }) => (
        <>
          <a href={`/b/${business._id}/roulettes/${toPrizePath({ code, userId })}`}>{gift.value}</a>
          <span className="note">
            <Time value={expiresAt} mayBeAhead />
          </span>
        </>
      )}
    />
  );
}

export function FailingEndpoints() {
  const t = useMessages("home");
  const { business } = useBusiness();
  const list = useRecords("webhooks", "listWebhookEndpoints", {});
  const failing = list.data?.filter(({ stats, disabledReason }) => stats.failures > 0 || disabledReason === "failing");
  const hasMore = list.hasMore || (failing?.length ?? 0) > shown;
  return (
    <TaskList
      title={t.endpoints}
      nothing={t.noEndpoints}
      list={{ ...list, data: failing?.slice(0, shown), hasMore }}
      getId={({ _id }) => _id}
      all="/webhooks"
      row={({ _id, url }) => <a href={`/b/${business._id}/webhooks/endpoints/${_id}`}>{url}</a>}
    />
  );
}

export function OfflineFlows() {
  const t = useMessages("home");
  const { business } = useBusiness();
  const list = useRecords("flows", "listFlows", { isActive: "false" }, { limit: shown });
  return (
    <TaskList
      title={t.flows}
      nothing={t.noFlows}
      list={list}
      getId={({ _id }) => _id}
      all="/flows?isActive=false"
      row={({ slug, name, createdAt }) => (
        <>
          <a href={`/b/${business._id}/flows/${slug}`}>{name}</a>
          <span className="note">
            <Time value={createdAt} />
          </span>
        </>
      )}
    />
  );
}
