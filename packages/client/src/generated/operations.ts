// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { Operation } from "../operation.js";

export const userAgent = "tenant-ops-client/0.1.0";

export const operations: Record<string, Record<string, Operation>> = {
  supply: {
    listStocks: {"id":"listStocks","method":"GET","path":"/v1/public/supply/stocks","params":[],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createStock: {"id":"createStock","method":"POST","path":"/v1/public/supply/stocks","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getStock: {"id":"getStock","method":"GET","path":"/v1/public/supply/stocks/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
  },
};
