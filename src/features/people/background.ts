import { handleJob, type BackgroundParts } from "../../feature.ts";
import { totpSecrets } from "./encrypted-columns.ts";
import * as people from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(people.invitationMailJob, people.sendInvitationMail),
    handleJob(people.passwordResetMailJob, people.sendPasswordResetMail),
    handleJob(people.securityNoticeMailJob, people.sendSecurityNoticeMail),
    handleJob(people.peopleCleanupJob, ({ db, clock }) => people.deleteExpiredAccess(db, clock)),
  ],
  encryptedColumns: [totpSecrets],
};
