import { Type } from "typebox";
import { Value } from "typebox/value";
import type { Arguments } from "../harness/servers/assistant.ts";

/** Calls a tool that must succeed. */
export type CallTool = (tool: string, values?: Arguments) => Promise<Arguments>;

const Created = Type.Object({ id: Type.String() });
const Items = Type.Object({ items: Type.Array(Created) });
const Size = Type.Object({ matched: Type.Number(), recipients: Type.Number() });
const Campaign = Type.Object({
  shopId: Type.String(),
  senderId: Type.String(),
  version: Type.Number(),
  audience: Type.Object({ segmentIds: Type.Tuple([Type.String()]) }),
});
const Rule = Type.Object({
  type: Type.Literal("field"),
  field: Type.String(),
  operator: Type.String(),
  value: Type.String(),
});
const Segment = Type.Object({
  definition: Type.Object({ type: Type.Literal("group"), match: Type.String(), rules: Type.Tuple([Rule]) }),
});
const Contact = Type.Object({ city: Type.String() });
const Lint = Type.Object({ issues: Type.Array(Type.Object({ severity: Type.String() })) });
const Question = Type.Object({
  preview: Type.Object({ recipients: Type.Number(), ready: Type.Boolean() }),
  confirmToken: Type.String(),
});
const Report = Type.Object({ totals: Type.Object({ sent: Type.Number() }) });

const name = "Spring sale";

type Prepared = {
  readonly shopId: string;
  readonly purposeId: string;
  readonly senderId: string;
  readonly people: number;
};

/** A draft without content whose segment has a misspelt city, and people who live in the right one. */
export async function prepareDay(call: CallTool, { shopId, purposeId, senderId, people }: Prepared): Promise<void> {
  for (let index = 0; index < people; index += 1) {
    const email = `customer${index}.${crypto.randomUUID()}@example.com`;
    await call("contacts_create", { email, city: "Brno", purposeId, consentConfirmed: true });
  }
  const rules = [{ type: "field", field: "city", operator: "eq", value: "Brn" }];
  const definition = { type: "group", match: "all", rules };
  const segment = await call("segments_create", { name: "Our town", shopId, refresh: "daily", definition });
  const audience = { segmentIds: [Value.Parse(Created, segment).id] };
  await call("campaigns_create", { name, shopId, senderId, subject: "Everything is cheaper", audience });
  const emails = ["team@example.com"];
  await call("api_write", { operation: "setTestRecipients", arguments: { emails } });
}

/** With a merge tag that does not exist, and corrected. */
const drafts = ["df_frist_name", "df_name"].map((tag) => `<p>Hello {{${tag}}}</p><p>Everything is cheaper.</p>`);

/**
 * With tools alone: finds why the audience of a campaign is small, fixes its segment, writes content, checks it, sends a
 * test, approves by preview and token, and reads the report after `send`.
 */
export async function assistantDay(call: CallTool, send: () => Promise<void>) {
  const [draft] = Value.Parse(Items, await call("campaigns_list", { q: name })).items;
  const campaign_id = draft?.id;
  const campaign = Value.Parse(Campaign, await call("campaigns_get", { campaign_id }));
  const { shopId, senderId, version, audience } = campaign;
  const countAudience = async () =>
    Value.Parse(Size, await call("campaigns_count_audience", { audience, shopId, senderId })).recipients;
  const before = await countAudience();

  const [segment] = audience.segmentIds;
  const { definition } = Value.Parse(
    Segment,
    await call("api_read", { operation: "getSegment", arguments: { segment } }),
  );
  const { items } = Value.Parse(Items, await call("contacts_search", { pageSize: 5 }));
  const { city } = Value.Parse(Contact, await call("contacts_get", { id: items[0]?.id }));
  const [rule] = definition.rules;
  const fixed = { ...definition, rules: [{ ...rule, value: city }] };
  await call("segments_preview", { shopId, definition: fixed });
  await call("api_write", { operation: "updateSegment", arguments: { segment, definition: fixed } });
  const after = await countAudience();

  const errors: number[] = [];
  for (const html of drafts) {
    const email = { subject: name, preheader: "", html };
    const { issues } = Value.Parse(Lint, await call("api_read", { operation: "lintContent", arguments: email }));
    errors.push(issues.filter(({ severity }) => severity === "error").length);
  }
  await call("campaigns_set_content", { campaign_id, html: drafts.at(-1), baseVersion: version });
  await call("campaigns_send_test", { campaign_id });
  await call("api_read", { operation: "checkCampaign", arguments: { campaign_id } });

  const approval = { campaign_id, expectedRecipients: after };
  const { preview, confirmToken } = Value.Parse(Question, await call("campaigns_approve", approval));
  await call("campaigns_approve", { ...approval, confirmToken });
  await send();
  const { totals } = Value.Parse(Report, await call("stats_campaign", { campaign_id }));
  return { before, after, errors, preview, totals };
}
