/** What decides whether a company may send; columns of `company`. */
export type SendingStatus = {
  /** `paused` while its deletion is requested. */
  sendingState: "pending" | "live" | "paused" | "suspended";
  /** Set by the operator (`platform`) or by billing. */
  sendingHold: "" | "platform" | "free_limit" | "unpaid";
  /** The company's own switch. */
  sendingEnabled: boolean;
};

export type SendingBlock = "suspended" | "paused" | "platform" | "free_limit" | "unpaid";

/** Why no mail may leave on behalf of the company. Waiting for the review and the own switch stop mail to contacts only. */
export function findSendingBlock({ sendingState, sendingHold }: SendingStatus): SendingBlock | undefined {
  if (sendingState === "suspended" || sendingState === "paused") return sendingState;
  return sendingHold === "" ? undefined : sendingHold;
}
