import type { Config } from "../config.ts";
import { createCompany } from "../features/account/create-company.ts";
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
  json?: boolean;
};

const purposeNames: Readonly<Record<string, string>> = { cs: "Obchodní sdělení", sk: "Obchodné oznámenia" };

export async function createCompanyCommand(config: Config, options: CompanyOptions): Promise<void> {
  const password = await readPassword(options, { variable: config.commandPassword, input: process.stdin });
  const created = await withApp(config, "company create", ({ db, services }) =>
    createCompany(db, services, {
      ...options,
      password,
      shop: options.shop ?? options.name,
      purpose: purposeNames[options.language] ?? "Newsletter",
    }),
  );
  const { tenant, shopId, purposeId, member, apiKey, senderId } = created;
  print(options, { tenant, shopId, purposeId, member, apiKey, senderId });
}
