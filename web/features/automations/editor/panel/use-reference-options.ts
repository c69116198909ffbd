import { useQuery } from "@tanstack/react-query";
import type { ReferenceKind } from "../../../../../src/features/automations/graph/config-field.ts";
import { read } from "../../../../api/queries.ts";
import { namedOptions, type Choice } from "../../../../ui/choices/options.ts";
import { useAutomationEditor } from "../editor-context.ts";

const staleTime = 60_000;
const first = { pageSize: 100 } as const;

/** Coupon stacks, with the numbers of their codes. */
export const stacksQuery = { ...read("GET /coupon-stacks", { query: first }), staleTime };

/** Objects that a field may name: those of the editor's call, or the first hundred of their list. */
export function useReferenceOptions(kind: ReferenceKind): readonly Choice[] {
  const { data } = useAutomationEditor();
  const { shopId } = data.automation;
  const forms = useQuery({ ...read("GET /forms", { query: first }), staleTime, enabled: kind === "form" });
  const surveys = useQuery({ ...read("GET /surveys", { query: first }), staleTime, enabled: kind === "survey" });
  const stacks = useQuery({ ...stacksQuery, enabled: kind === "coupon_stack" });
  const campaigns = useQuery({
    ...read("GET /campaigns", { query: { ...first, sort: "-createdAt" } }),
    staleTime,
    enabled: kind === "campaign",
  });
  const members = useQuery({ ...read("GET /members"), staleTime, enabled: kind === "member" });
  const ofShop = <Item extends { readonly shopId: string | null }>(
    items: readonly Item[] | undefined,
  ): Item[] | undefined => items?.filter((item) => item.shopId === null || item.shopId === shopId);
  switch (kind) {
    case "list":
      return namedOptions(data.lists);
    case "segment":
      return namedOptions(data.segments);
    case "template":
      return namedOptions(data.templates);
    case "automation":
      return namedOptions(data.automations);
    case "custom_field":
      return namedOptions(data.customFields);
    case "sender":
      return data.senders.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }));
    case "form":
      return namedOptions(ofShop(forms.data?.items));
    case "survey":
      return namedOptions(surveys.data?.items);
    case "campaign":
      return namedOptions(ofShop(campaigns.data?.items));
    case "coupon_stack":
      return namedOptions(stacks.data?.items);
    case "member":
      return (members.data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }));
  }
}
