import { constantNode, joinNodes, node, type SqlNode } from "../../../db/sql-node.ts";

/** A text as a cell: quoted (RFC 4180) where necessary, empty for null. Formulas are not escaped: machines read these files. */
export const textCell = (text: SqlNode): SqlNode => node`
  case when ${text} ~ '[";\\r\\n]' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`;

const separator = constantNode(node`|| ';' ||`);

/** A record of the file. The database builds the lines: rows of values would cost several times as much to decode. */
export const csvRecord = (cells: readonly SqlNode[]): SqlNode => node`${joinNodes(cells, separator)} || E'\\r\\n'`;
