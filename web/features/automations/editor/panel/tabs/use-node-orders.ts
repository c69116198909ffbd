import { useQuery } from "@tanstack/react-query";
import { dayAt } from "../../../../../i18n/company-time.ts";
import { useFormats } from "../../../../../i18n/messages.tsx";
import type { OutputOf } from "../../../../../api/operations.ts";
import { read } from "../../../../../api/queries.ts";
import { useAutomationEditor } from "../../editor-context.ts";

type Totals = OutputOf<"GET /conversions">["totals"];

/** Orders that followed a click in the e-mail, by currency, of all time. Undefined until they are known. */
export function useNodeOrders(node: string, isSent: boolean): Totals | undefined {
  const { timeZone } = useFormats();
  const { automation } = useAutomationEditor().data;
  const from = dayAt(automation.createdAt, timeZone);
  const query = read("GET /conversions", { query: { automationId: automation.id, node, from } });
  return useQuery({ ...query, enabled: isSent }).data?.totals;
}

export const countOrders = (totals: Totals): number => totals.reduce((sum, { orders }) => sum + orders, 0);
