import { type Input, type Reply, useChange, useRecord, useRecords } from "../../api/public-api.js";

export type Stock = Reply<"supply", "getStock">;
export type Center = Reply<"supply", "getCenter">;
export type CenterStock = Reply<"supply", "getCenterStock">;
export type Movement = Reply<"supply", "getMovement">;
export type Withdrawal = Reply<"supply", "getWithdrawal">;
export type Transfer = Reply<"supply", "getTransfer">;

type Filters<Name extends "listStocks" | "listCenters" | "listCenterStocks" | "listWithdrawals" | "listTransfers"> =
  Omit<Input<"supply", Name>, "limit" | "cursor">;

export const useStocks = (filters: Filters<"listStocks">) =>
  useRecords(["supply", "stocks"], filters, ({ supply }, input, settings) => supply.listStocks(input, settings));

export const useStock = (id: string) =>
  useRecord(["supply", "stocks", id], ({ supply }, settings) => supply.getStock({ id }, settings), {
    enabled: id !== "",
  });

export const useCenters = (filters: Filters<"listCenters">) =>
  useRecords(["supply", "centers"], filters, ({ supply }, input, settings) => supply.listCenters(input, settings));

export const useCenter = (id: string) =>
  useRecord(["supply", "centers", id], ({ supply }, settings) => supply.getCenter({ id }, settings), {
    enabled: id !== "",
  });

export const useCenterStocks = (filters: Filters<"listCenterStocks">) =>
  useRecords(["supply", "center-stocks"], filters, ({ supply }, input, settings) =>
    supply.listCenterStocks(input, settings),
  );

export const useCenterStock = (id: string) =>
  useRecord(["supply", "center-stocks", id], ({ supply }, settings) => supply.getCenterStock({ id }, settings));

export const useLedger = (id: string, filters: Omit<Input<"supply", "listCenterStockMovements">, "id">) =>
  useRecords(["supply", "center-stocks", id, "ledger"], filters, ({ supply }, input, settings) =>
    supply.listCenterStockMovements({ id, ...input }, settings),
  );

export const useMovements = (filters: Omit<Input<"supply", "listMovements">, "limit" | "cursor">) =>
  useRecords(["supply", "movements"], filters, ({ supply }, input, settings) => supply.listMovements(input, settings));

export const useWithdrawals = (filters: Filters<"listWithdrawals">) =>
  useRecords(["supply", "withdrawals"], filters, ({ supply }, input, settings) =>
    supply.listWithdrawals(input, settings),
  );

export const useWithdrawal = (id: string) =>
  useRecord(["supply", "withdrawals", id], ({ supply }, settings) => supply.getWithdrawal({ id }, settings));

export const useTransfers = (filters: Filters<"listTransfers">) =>
  useRecords(["supply", "transfers"], filters, ({ supply }, input, settings) => supply.listTransfers(input, settings));

export const useWithdrawalTypes = () =>
  useRecord(["supply", "withdrawal-types"], ({ supply }, settings) => supply.getWithdrawalTypes({}, settings));

export const useCreateStock = (onDone: (stock: Stock) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "createStock">, options) => supply.createStock(input, options),
    onDone,
  );

export const useUpdateStock = (onDone: () => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "updateStock">, options) => supply.updateStock(input, options),
    onDone,
  );

export const useCreateCenter = (onDone: (center: Center) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "createCenter">, options) => supply.createCenter(input, options),
    onDone,
  );

export const useUpdateCenter = (onDone: () => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "updateCenter">, options) => supply.updateCenter(input, options),
    onDone,
  );

export const useCreateCenterStock = (onDone: (created: CenterStock) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "createCenterStock">, options) => supply.createCenterStock(input, options),
    onDone,
  );

export const useUpdateCenterStock = (onDone: () => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "updateCenterStock">, options) => supply.updateCenterStock(input, options),
    onDone,
  );

export const useReceive = (onDone: (row: Movement) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "receiveStock">, options) => supply.receiveStock(input, options),
    onDone,
  );

export const useCount = (onDone: (row: Movement) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "countStock">, options) => supply.countStock(input, options),
    onDone,
  );

export const useTransfer = (onDone: (transfer: Transfer) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "createTransfer">, options) => supply.createTransfer(input, options),
    onDone,
  );

export const useWithdraw = (onDone: (withdrawal: Withdrawal) => void) =>
  useChange(
    "supply",
    ({ supply }, input: Input<"supply", "createWithdrawal">, options) => supply.createWithdrawal(input, options),
    onDone,
  );
