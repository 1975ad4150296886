import type { Reply } from "../../api/public-api.js";

export type Stock = Reply<"supply", "getStock">;
export type Center = Reply<"supply", "getCenter">;
export type CenterStock = Reply<"supply", "getCenterStock">;
export type Movement = Reply<"supply", "getMovement">;
export type Withdrawal = Reply<"supply", "getWithdrawal">;
export type Transfer = Reply<"supply", "getTransfer">;
