import type { Context } from "../../../context.ts";
import type { SqlNode } from "../../../db/sql-node.ts";
import { membersCondition } from "../../segments/membership.ts";
import { findSegment } from "../../segments/queries.ts";
import { findCustomerException } from "../../contacts/queries.ts";
import {
  audienceConditions,
  skipReason,
  type AudienceScope,
  type CompiledAudience,
  type Exclusions,
} from "./audience.sql.ts";
import { analyzeAudienceTables, findFrequencyCap } from "./queries.ts";
import type { Audience } from "./shapes.ts";

type CompileOptions = {
  /** The shop that sends: its customer exception applies. */
  readonly shopId: string | undefined;
  /** Only contacts with a greater id. */
  readonly after?: string;
};

/**
 * Reads the segments and the frequency cap of an audience and compiles it for the current time; compile again for a later
 * statement.
 */
export async function compileAudience(
  ctx: Context,
  audience: Audience,
  { shopId, after }: CompileOptions,
): Promise<CompiledAudience> {
  const { db } = ctx;
  // The steps of an expansion follow each other closely: only the first one checks the statistics.
  if (after === undefined || after === "0") await analyzeAudienceTables(db);
  const scope = await loadScope(ctx, shopId);
  const segments = await segmentConditions(ctx, audience.segmentIds);
  const exclusions = await loadExclusions(ctx, audience);
  return audienceConditions(scope, audience, { segments, exclusions, after });
}

/** The skip reason of queued messages; `listId` is the list by which the contact was chosen, that of message `x` if omitted. */
export async function skipReasonAtSend(
  ctx: Context,
  audience: Audience,
  shopId: string,
  listId?: SqlNode,
): Promise<SqlNode> {
  const [scope, exclusions] = await Promise.all([loadScope(ctx, shopId), loadExclusions(ctx, audience)]);
  return skipReason(scope, audience, { exclusions, listId });
}

async function loadScope({ db, clock }: Context, shopId: string | undefined): Promise<AudienceScope> {
  const now = clock.now();
  const customersOf = shopId === undefined ? undefined : await findCustomerException(db, shopId, now);
  return { tenantId: db.tenantId, now, customersOf };
}

async function loadExclusions(ctx: Context, audience: Audience): Promise<Exclusions> {
  const segments = await segmentConditions(ctx, audience.excludeSegmentIds);
  return { segments, cap: await findFrequencyCap(ctx.db) };
}

/** A deleted segment has no members. */
async function segmentConditions(ctx: Context, segmentIds: readonly string[]): Promise<SqlNode[]> {
  const segments = await Promise.all(segmentIds.map((id) => findSegment(ctx.db, id)));
  const known = segments.filter((segment) => segment !== undefined);
  return Promise.all(known.map((segment) => membersCondition(ctx, segment)));
}
