import type { TenantDb } from "../db/tenant.ts";
import { insertDmarcReport } from "../features/sending/dmarc/queries.ts";
import { addMs, hours } from "../kernel/local-time.ts";
import type { DmarcRow } from "../mail/inbound/dmarc/parse-report.ts";
import type { Calendar } from "./calendar.ts";
import { seededRandom, type Random } from "./random.ts";
import { czechShop } from "./words/company.ts";

const reporters = ["google.com", "seznam.cz"] as const;
const firstDaysAgo = 12;
/** The report of a day arrives in the morning of the next one, which has to be over. */
const lastDaysAgo = 2;
const dmarcSeed = 3_000_000;

const domain = czechShop.replyTo.slice(czechShop.replyTo.indexOf("@") + 1);

/** What two mailbox providers reported about the senders' domain; addresses of servers are those of documentation. */
export async function writeDmarcReports(db: TenantDb, calendar: Calendar): Promise<void> {
  const random = seededRandom(dmarcSeed);
  for (let daysAgo = firstDaysAgo; daysAgo >= lastDaysAgo; daysAgo -= 1) {
    const begin = calendar.at(daysAgo, 0);
    const end = calendar.at(daysAgo - 1, 0);
    for (const reporter of reporters) {
      const times = { beginsAt: begin.toISOString(), endsAt: end.toISOString() };
      const reportId = `${domain}-${begin.getTime() / 1000}`;
      const report = { domain, reporter, reportId, ...times, policy: "quarantine", rows: createRows(random) };
      await insertDmarcReport(db, report, addMs(end, hours(6)));
    }
  }
}

/** The shop's own server, a server that forwards its messages, and sometimes one that pretends to be the shop. */
function createRows(random: Random): DmarcRow[] {
  const own: DmarcRow = { ...passed, source: "192.0.2.25", messages: random.integer(40, 180) };
  const forwarded = { ...passed, source: "198.51.100.17", messages: random.integer(1, 6), spf: false };
  const foreign: DmarcRow = { ...refused, source: "203.0.113.80", messages: random.integer(1, 3) };
  return random.chance(0.3) ? [own, forwarded, foreign] : [own, forwarded];
}

const passed = { headerFrom: domain, disposition: "none", dkim: true, spf: true } as const;
const refused = { headerFrom: domain, disposition: "quarantine", dkim: false, spf: false } as const;
