import type { Services } from "../../context.ts";

export const readContentSettings = ({ config }: Pick<Services, "config">) => ({
  /** The SpamAssassin daemon of the spam check; absent when none is configured. */
  spamd: config.spamd,
  /** How many test e-mails a company sends on a day in UTC, and how many of them to neither members nor contacts. */
  testEmails: { perDay: config.testEmailsPerDay, strangersPerDay: config.testStrangersPerDay },
});
