import type { Config } from "../config.ts";
import { createCompany } from "../features/account/create-company.ts";
import { print, withApp } from "./with-app.ts";

export type CompanyOptions = {
  name: string;
  email: string;
  password: string;
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
  const created = await withApp(config, "company create", ({ db, services }) =>
    createCompany(db, services, {
      ...options,
      shop: options.shop ?? options.name,
      purpose: purposeNames[options.language] ?? "Newsletter",
    }),
  );
  const { tenant, shopId, purposeId, member, apiKey, senderId } = created;
  print(options, { tenant, shopId, purposeId, member, apiKey, senderId });
}
