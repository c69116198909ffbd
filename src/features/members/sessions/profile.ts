import type { Static } from "typebox";
import type { VisitorContext } from "../../../context.ts";
import type { ProfileChange } from "../shapes.ts";
import * as queries from "./queries.ts";
import { getSession } from "./service.ts";
import { requireSignedInPerson } from "./signed-in-person.ts";

/** A chosen language is the person's, whatever the browser prefers. */
export async function updateProfile(
  ctx: VisitorContext,
  { firstName, lastName, language }: Static<typeof ProfileChange>,
) {
  const person = await requireSignedInPerson(ctx);
  await ctx.db.transaction((db) =>
    queries.updateProfile(db, person.id, {
      firstName: firstName?.trim() ?? person.firstName,
      lastName: lastName?.trim() ?? person.lastName,
      language: language ?? person.language,
      languageChosen: person.languageChosen || language !== undefined,
    }),
  );
  return getSession(ctx);
}
