import { handleJob, type BackgroundParts } from "../../feature.ts";
import { totpSecrets } from "./encrypted-columns.ts";
import * as people from "./jobs.ts";
import { insertAccessEntries } from "./sessions/sign-in-events.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(people.invitationMailJob, people.sendInvitationMail),
    handleJob(people.passwordResetMailJob, people.sendPasswordResetMail),
    handleJob(people.securityNoticeMailJob, people.sendSecurityNoticeMail),
    handleJob(people.accessJob, insertAccessEntries),
    handleJob(people.accessCleanupJob, ({ db, clock }) => people.deleteExpiredAccess(db, clock)),
  ],
  encryptedColumns: [totpSecrets],
};
