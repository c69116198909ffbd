import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import * as queries from "./queries.ts";
import type { SendingDefaultsInput } from "./shapes.ts";

export async function getSendingDefaults({ db }: Context) {
  const { utmDefaultOn, frequencyCapEmails, frequencyCapDays } = await queries.getSendingDefaults(db);
  const isCapped = frequencyCapEmails !== null && frequencyCapDays !== null;
  return { utmDefaultOn, frequencyCap: isCapped ? { emails: frequencyCapEmails, days: frequencyCapDays } : null };
}

export async function setSendingDefaults(ctx: Context, body: Static<typeof SendingDefaultsInput>) {
  const { utmDefaultOn, frequencyCap } = body;
  const cap =
    frequencyCap === undefined
      ? {}
      : { frequencyCapEmails: frequencyCap?.emails ?? null, frequencyCapDays: frequencyCap?.days ?? null };
  await ctx.db.transaction((db) => queries.updateSendingDefaults(db, { utmDefaultOn, ...cap }));
  return getSendingDefaults(ctx);
}
