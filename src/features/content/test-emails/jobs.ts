import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import type { LetterParts } from "../../../mail/letter.ts";

export const testMailJob = defineJob({
  name: "content-test-mail",
  payload: Type.Object({ tenantId: Type.String(), testId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

export type TestMailParts = LetterParts & { readonly db: SystemDb; readonly publicUrl: string };

export async function sendTestMail(_parts: TestMailParts, _payload: PayloadOf<typeof testMailJob>): Promise<void> {}
