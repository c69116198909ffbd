import { joinNodes, node, rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import { movesOf, type CampaignMoveAction } from "./transitions.ts";

export type CampaignMove = {
  /** Over campaign `v`. */
  readonly where: SqlNode;
  /** Further columns, such as `started_at = …`. */
  readonly set?: readonly SqlNode[];
  readonly at: SqlNode | Date;
};

const quoted = (word: string): SqlNode => rawIdentifier(`'${word}'`);

/**
 * The only statement that changes campaign.status, generated from the table of transitions: it moves no campaign `v`
 * whose status does not allow the action.
 */
export function moveStatement(action: CampaignMoveAction, { where, set = [], at }: CampaignMove): SqlNode {
  const moves = movesOf(action);
  const cases = moves.map(({ from, to }) => node`when v.status = ${quoted(from)} then ${quoted(to)}`);
  const from = joinNodes(
    moves.map((move) => quoted(move.from)),
    node`, `,
  );
  const assignments = [node`status = case ${joinNodes(cases, node` `)} end`, node`updated_at = ${at}`, ...set];
  return node`update campaign v set ${joinNodes(assignments, node`, `)} where v.status in (${from}) and ${where}`;
}
