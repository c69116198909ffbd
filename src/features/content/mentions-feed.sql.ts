import { node, type SqlNode } from "../../db/sql-node.ts";

/** A condition on the version `v`: its text looks as if it named the feed; tags are parsed afterwards. */
export const mentionsFeed = (feedId: string): SqlNode => {
  const pattern = `(products|articles)(:|\\s*\\[\\s*['"])${feedId}(\\D|$)`;
  return node`(v.html ~* ${pattern} or v.text ~* ${pattern})`;
};
