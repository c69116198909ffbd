import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import type { Report } from "../detail/steps-card.tsx";
import type { Counts, EditorData } from "./model/graph.ts";

const refetchInterval = 15_000;

/** Who is where, and what the e-mails did, while the editor is open. */
export function useLiveFigures({ automation, counts }: EditorData): {
  readonly counts: Counts;
  readonly report: Report | undefined;
} {
  const params = { automation_id: automation.id };
  const { data: live } = useQuery({ ...read("GET /automations/{automation_id}/counts", { params }), refetchInterval });
  const { data: answer } = useQuery({
    ...read("GET /automations/{automation_id}/report", { params }),
    refetchInterval,
  });
  return { counts: live ?? counts, report: answer !== undefined && "emails" in answer ? answer : undefined };
}
