import { createWorker } from "../../../src/composition/background.ts";
import { sendTestEmail, testEmailJob } from "../../../src/features/content/test-emails/jobs.ts";
import type { SendOutcome } from "../../../src/mail/outcome.ts";
import { captureMail } from "../servers/sign-in.ts";
import type { TestCompany } from "./company.ts";

/** Sends the queued test e-mails of the company as a worker would. */
export async function sendTestEmails({ app, tenantId }: TestCompany, answers: SendOutcome[] = []) {
  const { caught, transport } = captureMail(answers);
  const jobs = await app.db.sql<{ data: Parameters<typeof sendTestEmail>[1] }[]>`
    select data from pgboss.job where name = ${testEmailJob.name} and data->>'tenantId' = ${tenantId}
    order by (data->>'testId')::bigint`;
  const worker = { ...createWorker(app, transport), mailFrom: "Service <service@example.com>" };
  for (const { data } of jobs) await sendTestEmail(worker, data);
  return caught;
}
