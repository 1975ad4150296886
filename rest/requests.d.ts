import type { Requests } from "@tenant-ops/kit/http";

/** The committed table; `npm run generate` writes it. */
declare const requests: Requests;
export default requests;
