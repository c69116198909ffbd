import path from "node:path";
import type { Config } from "../config/config.ts";
import { createCompany } from "../features/account/create-company.ts";
import * as lifecycle from "../features/account/lifecycle/service.ts";
import { exportCompany } from "../backup/company-export.ts";
import { asOperator } from "./operator.ts";
import { readPassword, type PasswordOptions } from "./password.ts";
import { print, withApp } from "./with-app.ts";

export type CompanyOptions = PasswordOptions & {
  name: string;
  email: string;
  shop?: string;
  timeZone: string;
  language: string;
  country: string;
  currency: string;
  sender?: string;
  pending?: boolean;
  json?: boolean;
};

const purposeNames: Readonly<Record<string, string>> = { cs: "Obchodní sdělení", sk: "Obchodné oznámenia" };

export async function createCompanyCommand(config: Config, options: CompanyOptions): Promise<void> {
  const password = await readPassword(options, { variable: config.commandPassword, input: process.stdin });
  const created = await withApp(config, "company create", async (app) => {
    const made = await createCompany(app.db, app.services, {
      ...options,
      password,
      shop: options.shop ?? options.name,
      purpose: purposeNames[options.language] ?? "Newsletter",
    });
    await asOperator(app, { tenant: made.tenant, command: "company create" }, async () => undefined);
    return made;
  });
  const { tenant, shopId, purposeId, member, apiKey, senderId } = created;
  print(options, { tenant, shopId, purposeId, member, apiKey, senderId });
}

export type TenantOptions = { tenant: string; json?: boolean };

/** A company that waits for its review, or that was suspended, may send; `paused` while its deletion is requested. */
export async function approveCompanyCommand(config: Config, options: TenantOptions): Promise<void> {
  const sendingState = await withApp(config, "company approve", (app) =>
    asOperator(app, { tenant: options.tenant, command: "company approve" }, async (db) => {
      await lifecycle.approveCompany(db, app.services);
      return (await lifecycle.getLifecycleState({ db })).sendingState;
    }),
  );
  print(options, { sendingState });
}

export async function suspendCompanyCommand(config: Config, options: TenantOptions): Promise<void> {
  await withApp(config, "company suspend", (app) =>
    asOperator(app, { tenant: options.tenant, command: "company suspend" }, (db) =>
      lifecycle.suspendCompany(db, app.services),
    ),
  );
  print(options, { sendingState: "suspended" });
}

export type DeleteCompanyOptions = TenantOptions & { cancel?: boolean };

export async function deleteCompanyCommand(config: Config, options: DeleteCompanyOptions): Promise<void> {
  const isCancelled = options.cancel === true;
  const command = isCancelled ? "company delete --cancel" : "company delete";
  const deletion = await withApp(config, command, (app) =>
    asOperator(app, { tenant: options.tenant, command }, async (db) => {
      const ctx = { db, clock: app.services.clock };
      if (isCancelled) await lifecycle.cancelDeletion(ctx);
      else await lifecycle.requestDeletion(ctx);
      return (await lifecycle.getLifecycleState({ db })).deletion;
    }),
  );
  print(options, deletion ?? { requestedAt: null, deleteAfter: null });
}

export type ExportCompanyOptions = TenantOptions & { output: string };

export async function exportCompanyCommand(config: Config, options: ExportCompanyOptions): Promise<void> {
  const exported = await withApp(config, "company export", (app) =>
    asOperator(app, { tenant: options.tenant, command: "company export" }, (db) =>
      exportCompany(db, app.services.files.store, path.resolve(options.output)),
    ),
  );
  print(options, exported);
}
