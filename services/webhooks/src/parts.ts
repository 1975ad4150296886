import type { ServiceContext } from "@tenant-ops/kit/process";
import type { Config } from "./config.js";
import { type Egress, openEgress } from "./egress/egress.js";
import { parseCidrs, type UrlRules } from "./egress/egress.rules.js";
import { consumerName } from "./deliveries/deliveries.listener.js";
import { Lanes } from "./lanes/lanes.store.js";
import { type WebhookMetrics, webhookMetrics } from "./metrics.js";
import { type Keyring, parseKeyring } from "./security/secrets.js";
import { newWaker, type Waker } from "./lanes/scheduler.js";

/** What the routes, the listener and the workers of one process share. */
export interface Parts {
  urls: UrlRules;
  keyring: Keyring;
  lanes: Lanes;
  waker: Waker;
  egress: Egress;
  metrics: WebhookMetrics;
}

const known = new WeakMap<object, Parts>();

export function partsOf(context: ServiceContext<Config>): Parts {
  const made = known.get(context) ?? makeParts(context);
  known.set(context, made);
  return made;
}

function makeParts({ db, bus, config, metrics, logger }: ServiceContext<Config>): Parts {
  const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_DNS_SERVERS: dns } = config;
  const allowed = parseCidrs(config.WEBHOOK_EGRESS_ALLOW);
  if (allowHttp || allowed.length > 0) {
    const networks = allowed.map(([address, bits]) => `${address.toString()}/${bits}`);
    logger.warn(
      { allowHttp, networks },
      "DEVELOPMENT SWITCHES ARE ON: webhooks may go to private addresses or over http",
    );
  }
  const lanes = new Lanes(db, config.WEBHOOK_LEASE_MS);
  const egress = openEgress({
    allowHttp,
    allowed,
    limitMs: config.WEBHOOK_ATTEMPT_MS,
    ...(dns && { dnsServers: dns.split(",").map((server) => server.trim()) }),
  });
  const urls = { allowHttp, allowed };
  return {
    urls,
    keyring: parseKeyring(config.WEBHOOK_SECRET_KEY),
    lanes,
    waker: newWaker(lanes),
    egress,
    metrics: webhookMetrics(metrics, lanes, bus, consumerName(db)),
  };
}
