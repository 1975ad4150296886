// node services/webhooks/dist/reconcile.js: checks that every delivery has its event, and that pending ones will be sent.
import { runReconcile } from "@tenant-ops/kit/process";
import { webhookAudits } from "./audits.js";

await runReconcile("webhooks", webhookAudits);
