import { attachmentsOf, parseMail } from "../../mail/inbound/mime-part.ts";

/** Whoever takes files gets each one in a mail; true when one of them was what they take. */
export const handleAttachments =
  (take: (content: Buffer) => Promise<boolean>) =>
  async (raw: Buffer): Promise<boolean> => {
    let isTaken = false;
    for (const content of attachmentsOf(parseMail(raw))) {
      if (await take(content)) isTaken = true;
    }
    return isTaken;
  };
