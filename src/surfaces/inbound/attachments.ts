import { attachmentsOf, readMail } from "../../mail/inbound/part.ts";

/** Whoever takes files gets each one in a mail; true when one of them was what they take. */
export const takeAttachments =
  (take: (content: Buffer) => Promise<boolean>) =>
  async (raw: Buffer): Promise<boolean> => {
    let isTaken = false;
    for (const content of attachmentsOf(readMail(raw))) {
      if (await take(content)) isTaken = true;
    }
    return isTaken;
  };
