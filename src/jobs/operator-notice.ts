import { Type } from "typebox";
import type { SystemDb } from "../db/tenant.ts";
import { groupBy } from "../kernel/group.ts";
import { html, toHtmlString } from "../kernel/html.ts";
import { permitServiceMail } from "../mail/permit.ts";
import { sendServiceMail, type ServiceMailDeps } from "../mail/service-mail.ts";
import { defineJob } from "./job.ts";
import { listUnnotified, markNotified, type UnnotifiedEntry } from "../journal/parked-notices.queries.ts";

/** Notifies the operator of journal entries that were parked, in one e-mail for all companies. */
export const operatorNoticeJob = defineJob({
  name: "operator.notice",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 60,
  expireMinutes: 5,
  schedule: "*/10 * * * *",
});

type Deps = ServiceMailDeps & {
  readonly db: SystemDb;
  /** Absent where the operator reads the log, the metrics or the doctor only. */
  readonly operatorEmail: string | undefined;
};

/** The rest follows ten minutes later. */
const maxEntries = 1000;

/** Notifies once of each entry; after a crash between the e-mail and its record, a second time. */
export async function notifyOperator(deps: Deps): Promise<void> {
  const { db, clock, operatorEmail } = deps;
  if (operatorEmail === undefined) return;
  const entries = await listUnnotified(db, maxEntries);
  if (entries.length === 0) return;
  const at = clock.now();
  const permit = permitServiceMail("operator-notice");
  await sendServiceMail(deps, `operator-notice-${at.getTime()}`, {
    permit,
    to: operatorEmail,
    mail: composeMail(entries),
  });
  for (const [tenantId, own] of groupBy(entries, (entry) => entry.tenantId))
    await markNotified(db.forTenant(tenantId), own, at);
}

/** Without personal data: ids, readers and errors without addresses. */
function composeMail(entries: readonly UnnotifiedEntry[]) {
  const lines = [...groupBy(entries, ({ company, reader }) => `${reader}, company ${company}`)].map(
    ([where, [first, ...others]]) => `${others.length + 1} of ${where}: ${errorOf(first)}`,
  );
  const commands = [...new Set(entries.map(({ company }) => `postrider journal retry --tenant ${company}`))];
  const text = [
    "Readers of the journal could not process these entries and went on without them:",
    lines.join("\n"),
    "Nothing is lost. Remove the cause, usually by an update, then run:",
    commands.join("\n"),
  ].join("\n\n");
  const count = entries.length === 1 ? "A journal entry was" : `${entries.length} journal entries were`;
  return { subject: `${count} parked`, text: `${text}\n`, html: toHtmlString(html`<pre>${text}</pre>`) };
}

const errorOf = (entry: UnnotifiedEntry | undefined): string =>
  [entry?.errorClass ?? "", entry?.errorMessage ?? ""].filter((part) => part !== "").join(": ");
