import { randomBytes, randomUUID } from "node:crypto";
import { Value } from "typebox/value";
import type { Services } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { sealFingerprintKey } from "../../kernel/fingerprint-key.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { openCursors } from "../../journal/readers.ts";
import { isTimeZone } from "../../kernel/local-time.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { validation, noRule } from "../../kernel/errors.ts";
import { Country, Currency, isLine, Language, Name } from "../../kernel/schema.ts";
import { insertPurpose } from "../contacts/consents/queries.ts";
import { addPreverifiedSender } from "../sending/senders/preverified-sender.ts";
import { maxValidDays } from "../members/contract.ts";
import { issueApiKey } from "../members/api-keys.ts";
import { hashPassword, verifyPassword, rejectWeakPassword } from "../members/passwords.ts";
import { findPersonByEmail, insertPerson, upsertMembership } from "../members/queries.ts";
import * as queries from "./queries.ts";

export type NewCompany = {
  name: string;
  email: string;
  password: string;
  shop: string;
  timeZone: string;
  language: string;
  country: string;
  currency: string;
  purpose: string;
  /** A sender address that the operator verified. */
  sender?: string;
  /** The company may not send before its review. */
  pending?: boolean;
};

export type CreatedCompany = {
  tenantId: string;
  tenant: string;
  shopId: string;
  purposeId: string;
  member: string;
  apiKey: string;
  senderId: string | null;
};

const isName = (text: string): boolean => Value.Check(Name, text) && isLine(text);

/** Creates a company with a default shop and purpose, an administrator and an API key with full access. */
export async function createCompany(
  db: SystemDb,
  { clock, dataKey }: Pick<Services, "clock" | "dataKey">,
  company: NewCompany,
): Promise<CreatedCompany> {
  const email = normalizeEmail(company.email);
  if (email === undefined) throw validation("email", accepts.email);
  for (const field of ["name", "shop"] as const) if (!isName(company[field])) throw validation(field, accepts.line);
  if (!isTimeZone(company.timeZone)) throw validation("timeZone", accepts.timeZone);
  if (!Value.Check(Language, company.language)) throw validation("language", accepts.language);
  if (!Value.Check(Country, company.country)) throw validation("country", accepts.country);
  if (!Value.Check(Currency, company.currency)) throw validation("currency", accepts.currency);
  rejectWeakPassword({ password: company.password, ownWords: [email, company.name] });
  const passwordHash = await hashPassword(company.password);
  const person = await findPersonByEmail(db, email);
  if (person !== undefined && !(await verifyPassword(person.passwordHash, company.password)))
    throw validation("password", noRule);
  const at = clock.now();
  return db.transaction(async (inner) => {
    const guid = randomUUID();
    const fingerprintKey = randomBytes(32);
    const tenantId = await queries.insertCompany(inner, {
      guid,
      name: company.name.trim(),
      email,
      timeZone: company.timeZone,
      language: company.language,
      country: company.country,
      fingerprintKey: dataKey === undefined ? fingerprintKey : sealFingerprintKey(dataKey, guid, fingerprintKey),
      sendingState: company.pending === true ? "pending" : "live",
      at,
    });
    const own = inner.forTenant(tenantId);
    const shopId = await queries.insertShop(own, {
      name: company.shop.trim(),
      url: null,
      language: company.language,
      country: company.country,
      currencies: [company.currency],
      phoneCountry: company.country,
      at,
    });
    const purpose = { name: company.purpose, description: "", validMonths: null, isDefault: true, createdAt: at };
    const { id: purposeId } = await insertPurpose(own, purpose);
    const personId = person?.id ?? (await insertPerson(inner, { email, passwordHash, firstName: "", lastName: "" }));
    const roles = ["account_admin"];
    const member = await upsertMembership(own, { personId, roles, at });
    const { key } = await issueApiKey(own, {
      name: "First key",
      roles,
      scope: "full",
      validDays: maxValidDays,
      createdBy: member,
      at,
    });
    await openCursors(own);
    const senderId =
      company.sender === undefined
        ? null
        : await addPreverifiedSender(own, { address: company.sender, name: company.shop, at });
    return { tenantId, tenant: guid, shopId, purposeId, member, apiKey: key, senderId };
  });
}
