import type { Context } from "../../../context.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { unauthorized } from "../../../kernel/errors.ts";
import { itemAnswer, ok } from "../envelope.ts";
import { getAccount } from "./queries.ts";

export const ping = async () => ({ ...ok, meta: [], message: "Hi there! API version 3 here!" });

export const checkCredentials = async ({ db }: Context) => ({
  ...ok,
  meta: [],
  message: "Hi there! Your credentials are valid!",
  account_id: Number(db.tenantId),
});

export async function getAccountInfo({ db, actor }: Context) {
  const memberId = memberIdOf(actor);
  if (memberId === null) throw unauthorized();
  const { guid, username, firstname, surname, company, phone } = await getAccount(db, memberId);
  return itemAnswer({ account_id: Number(db.tenantId), guid, username, firstname, surname, company, phone });
}
