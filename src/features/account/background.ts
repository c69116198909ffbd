import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { auditSealJob } from "./audit-log/jobs.ts";
import { maintainAuditLog, sealRecentEntries } from "./audit-log/service.ts";
import { fingerprintKeys } from "./encrypted-columns.ts";
import { companyDeletionJob, reviewJob } from "./lifecycle/jobs.ts";
import { deleteDueCompanies, reviewCompany } from "./lifecycle/service.ts";
import { runMaintenance } from "./maintenance/jobs.ts";
import { runContactLanguageChange } from "./shops/jobs.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runContactLanguageChange), actionRunner(runMaintenance)],
  jobs: [
    handleJob(reviewJob, (worker) =>
      worker.forEachCompany("review", (tenantId) => reviewCompany(worker.db.forTenant(tenantId), worker)),
    ),
    handleJob(auditSealJob, sealRecentEntries),
    handleJob(companyDeletionJob, async (worker) => {
      const count = await deleteDueCompanies(worker);
      if (count > 0) worker.log.info({ count }, "companies deleted");
    }),
  ],
  nightly: [{ name: "audit log", run: maintainAuditLog }],
  encryptedColumns: [fingerprintKeys],
};
