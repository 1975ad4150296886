import { storedReplyMs } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { CatalogTool } from "@tenant-ops/proto";

/** For a text from which no proposal id can be read, so that nothing can be looked up. */
export function createUnreadableRefusal(tool: CatalogTool): Refusal {
  return new Refusal(
    "proposal_invalid",
    `This is not a complete proposal_token. This call wrote nothing. Send the token of the answer of ${tool.preview} unchanged.`,
  );
}

/** For a token that cannot be verified, after a look-up that found no stored answer. */
export function createUnverifiedRefusal(tool: CatalogTool, outcome: string): Refusal {
  return new Refusal(
    "proposal_invalid",
    `This proposal_token was not made for ${tool.name} with this credential, or under other rules of approvals. ${outcome} Use the token of the answer of ${tool.preview} unchanged, or preview again and show the new preview to the user.`,
  );
}

/** For a proposal that has ended, after a look-up that found no stored answer. */
export function createExpiredRefusal(tool: CatalogTool, expires: number, outcome: string): Refusal {
  return new Refusal(
    "proposal_expired",
    `This proposal ended at ${new Date(expires).toISOString()}. ${outcome} To do it now, call ${tool.preview} again, show the new preview to the user, and use its token.`,
  );
}

/**
 * The sentence about the write after a look-up without a result. A stored answer is deleted a day after the write, which happened at the earliest
 * when the proposal was made: a day later, a missing answer proves nothing.
 * @param madeAt when the proposal was made, in milliseconds since 1970
 * @param isFinal whether a call with this token that is still running is refused too
 */
export function describeMissingAnswer(madeAt: number, now: number, isFinal: boolean): string {
  if (now >= madeAt + storedReplyMs)
    return "This call wrote nothing. Whether an earlier call with this token wrote is not known any more, because answers are kept for a day: look with the list tools first.";
  return isFinal ? "Nothing was written with it." : "Nothing has been written with it so far.";
}

/** For a proposal that people have decided about long ago, or whose business was restored from an older copy. */
export function createForgottenRefusal(tool: CatalogTool): Refusal {
  return new Refusal(
    "proposal_invalid",
    `What became of this proposal is not known any more, because it is kept for 30 days after its end. This call wrote nothing. Look with the list tools, or call ${tool.preview} again.`,
  );
}

export function createMismatchRefusal(tool: CatalogTool, fields: readonly string[]): Refusal {
  const named = fields.length > 0 ? ` in ${fields.join(", ")}` : "";
  return new Refusal(
    "proposal_mismatch",
    `The arguments differ from those that were previewed${named}. This call wrote nothing. Send exactly the previewed arguments, or call ${tool.preview} again and show the new preview.`,
  );
}

/** For a token that cannot be verified and with which other arguments were written. */
export function createUsedRefusal(): Refusal {
  return new Refusal(
    "proposal_mismatch",
    "A write with other arguments was made with this proposal_token. This call wrote nothing. Send the arguments of that write to get its answer.",
  );
}
