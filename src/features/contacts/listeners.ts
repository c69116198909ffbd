import type { Worker } from "../../feature.ts";
import { defineRangeListener } from "../../journal/listener.ts";
import { recordOpensAndClicks, recordReceivedEmails, withdrawOpensAndClicks } from "./email-events.queries.ts";
import { refreshEngagement } from "./engagement.queries.ts";

/**
 * E-mail events update a contact's last times and counts, and with them its engagement. Opens and clicks by machines are
 * ignored, also if that is found out later. The work is done inside the database, so that a million entries need not be transferred.
 */
export const engagementListener = defineRangeListener<Pick<Worker, "clock">>({
  reader: "contacts.engagement",
  handle: async (db, range, { clock }) => {
    const received = await recordReceivedEmails(db, range);
    const active = await recordOpensAndClicks(db, range);
    const withdrawn = await withdrawOpensAndClicks(db, range);
    const ids = [...new Set([...received, ...active, ...withdrawn])];
    if (ids.length > 0) await refreshEngagement(db, clock.now(), ids);
  },
});
