import type { TenantDb } from "../db/tenant.ts";
import { insertList, emptyListFields } from "../features/lists/queries.ts";
import { syncShopListMembers } from "../features/lists/shop-lists/queries.ts";
import { shopListName } from "../features/lists/shop-lists/names.ts";
import { systemKinds } from "../features/lists/shapes.ts";
import type { DemoContact } from "./contacts.ts";
import type { Language } from "./person.ts";
import * as queries from "./queries.ts";
import { czechShop, listWords, slovakShop } from "./words/company.ts";

type InsertedContact = DemoContact & { readonly contactId: string };
type Shops = Readonly<Record<Language, string>>;

/** Manual lists, and the system lists of each shop. Answers the list of the newsletter. */
export async function writeLists(
  db: TenantDb,
  contacts: readonly InsertedContact[],
  shops: Shops,
  at: Date,
): Promise<{ readonly newsId: string }> {
  const make = async (words: { name: string; publicName: string }, members: readonly InsertedContact[]) => {
    const id = await insertList(db, { ...emptyListFields, ...words, createdAt: at });
    await queries.insertMembers(
      db,
      id,
      members.map(({ contactId }) => contactId),
    );
    return id;
  };
  const refused = new Set(["bounced", "complained"]);
  const readers = contacts.filter(({ row }) => !refused.has(row.status) && row.status !== "customer");
  const withLabel = (label: string) => readers.filter(({ labels }) => labels.some((each) => each === label));
  const newsId = await make(listWords.news, readers);
  await make(listWords.club, withLabel("vip"));
  await make(listWords.course, withLabel("course"));
  for (const { shopId, name, language } of [
    { shopId: shops.cs, ...czechShop },
    { shopId: shops.sk, ...slovakShop },
  ]) {
    for (const systemKind of systemKinds) {
      const listName = shopListName({ shopName: name, language, systemKind });
      await insertList(db, { ...emptyListFields, name: listName, shopId, systemKind, createdAt: at });
    }
  }
  await syncShopListMembers(db, db.sql`select id from contact where tenant_id = ${db.tenantId}`, at);
  return { newsId };
}
