import { isCode } from "../../api/errors.js";
import { type Input, type Reply, useChange, useRecord } from "../../api/public-api.js";

export type BankProvider = Reply<"flows", "getBankProvider">;
export type BankTest = Reply<"flows", "testBankProvider">;
type BankInput = Input<"flows", "putBankProvider">;

/** `null`: none is set up. */
export const useBankProvider = () =>
  useRecord(["flows", "bank-provider"], async ({ flows }, settings): Promise<BankProvider | null> => {
    try {
      return await flows.getBankProvider({}, settings);
    } catch (error) {
      if (isCode(error, "bank_provider_not_found")) return null;
      throw error;
    }
  });

export const usePutBankProvider = (onDone: (secret: string | null) => void) =>
  useChange(
    "flows",
    ({ flows }, input: BankInput, options) => flows.putBankProvider(input, options),
    ({ secret }) => onDone(secret),
  );

export const useRotateBankSecret = (onDone: (secret: string) => void) =>
  useChange(
    "flows",
    ({ flows }, overlapHours: number, options) => flows.rotateBankProviderSecret({ overlapHours }, options),
    ({ secret }) => onDone(secret),
  );

export const useTestBank = (onDone: (outcome: BankTest) => void) =>
  useChange("flows", ({ flows }, _: void, options) => flows.testBankProvider({}, options), onDone);

export const useDeleteBankProvider = (onDone: () => void) =>
  useChange("flows", ({ flows }, _: void, options) => flows.deleteBankProvider({}, options), onDone);
