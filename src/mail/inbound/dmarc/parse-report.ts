import { isIP } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import { normalizeDomain } from "../../../kernel/email.ts";

export type Disposition = "none" | "quarantine" | "reject";

export type DmarcRow = {
  source: string;
  messages: number;
  disposition: Disposition;
  dkim: boolean;
  spf: boolean;
  headerFrom: string;
};

/** An aggregate report (RFC 7489, appendix C): messages that a mailbox provider received in the name of a domain. */
export type DmarcReport = {
  domain: string;
  reporter: string;
  reportId: string;
  /** Times are in ISO 8601: a report is passed between processes. */
  beginsAt: string;
  endsAt: string;
  policy: string;
  rows: DmarcRow[];
};

const maxRows = 50_000;
const maxTextLength = 500;
/** Reports are not nested deeper; a file with a million nested tags is an attack. */
const maxDepth = 20;
const maxNameLength = 60;
/** The text of a whole report would take twice its memory. */
const sliceBytes = 262_144;

type XmlFields = Map<string, string>;

const headFields = new Set([
  "policy_published/domain",
  "policy_published/p",
  "report_metadata/org_name",
  "report_metadata/report_id",
  "report_metadata/date_range/begin",
  "report_metadata/date_range/end",
]);
/** Depth of the root, a record and the three names of a field in it. */
const maxFieldDepth = 5;
const recordFields = new Set([
  "row/source_ip",
  "row/count",
  "row/policy_evaluated/disposition",
  "row/policy_evaluated/dkim",
  "row/policy_evaluated/spf",
  "identifiers/header_from",
]);

/** Undefined if the text is not an aggregate report. */
export function parseDmarcReport(xml: Buffer): DmarcReport | undefined {
  const read = readReport(xml);
  if (read === undefined) return undefined;
  const { head, rows } = read;
  const domain = normalizeDomain(head.get("policy_published/domain") ?? "");
  const reporter = head.get("report_metadata/org_name") ?? "";
  const reportId = head.get("report_metadata/report_id") ?? "";
  const beginsAt = parseTime(head.get("report_metadata/date_range/begin"));
  const endsAt = parseTime(head.get("report_metadata/date_range/end"));
  const isNamed = domain !== undefined && reporter !== "" && reportId !== "";
  if (!isNamed || beginsAt === undefined || endsAt === undefined || endsAt < beginsAt) return undefined;
  const policy = parseDisposition(head.get("policy_published/p"));
  const withDomain = rows.map((row) => ({ ...row, headerFrom: row.headerFrom ?? domain }));
  return { domain, reporter, reportId, beginsAt, endsAt, policy, rows: withDomain };
}

type ParsedRow = Omit<DmarcRow, "headerFrom"> & { headerFrom: string | undefined };

/**
 * The texts of the head by their path below the root, and the rows. The parser knows the five XML entities and no
 * document type, so a report can neither expand nor reference external files. Undefined if it is nested too deep.
 */
function readReport(xml: Buffer): { head: XmlFields; rows: ParsedRow[] } | undefined {
  const head: XmlFields = new Map();
  const rows: ParsedRow[] = [];
  const record: XmlFields = new Map();
  const path: string[] = [];
  let text = "";
  const addField = () => {
    const isInRecord = path[1] === "record";
    const name = path.slice(isInRecord ? 2 : 1).join("/");
    const value = (isInRecord ? recordFields : headFields).has(name) ? cleanText(text) : "";
    const fields = isInRecord ? record : head;
    if (value !== "" && !fields.has(name)) fields.set(name, value);
  };
  const addRow = () => {
    const row = rows.length < maxRows ? parseRow(record) : undefined;
    if (row !== undefined) rows.push(row);
    record.clear();
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (path.length === maxDepth) throw nestingError;
        path.push(
          name
            .slice(name.lastIndexOf(":") + 1)
            .slice(0, maxNameLength)
            .toLowerCase(),
        );
        text = "";
      },
      ontext: (part) => {
        if (text.length < maxTextLength) text += part;
      },
      onclosetag: () => {
        if (text !== "" && path.length <= maxFieldDepth) addField();
        if (path.length === 2 && path[1] === "record") addRow();
        text = "";
        path.pop();
      },
    },
    { xmlMode: true },
  );
  try {
    const decoder = new StringDecoder("utf8");
    for (let at = 0; at < xml.length; at += sliceBytes) parser.write(decoder.write(xml.subarray(at, at + sliceBytes)));
    parser.end(decoder.end());
  } catch (error) {
    if (error !== nestingError) throw error;
    return undefined;
  }
  return { head, rows };
}

/** Aborts parsing. */
const nestingError = new Error("nested too deep");

const cleanText = (text: string): string =>
  text
    .slice(0, maxTextLength)
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();

const firstYear = Date.UTC(2010, 0);
const lastYear = Date.UTC(2100, 0);

function parseTime(seconds: string | undefined): string | undefined {
  const time = /^\d{1,12}$/.test(seconds ?? "") ? Number(seconds) * 1000 : 0;
  return time < firstYear || time > lastYear ? undefined : new Date(time).toISOString();
}

const parseDisposition = (text: string | undefined): Disposition =>
  text === "quarantine" || text === "reject" ? text : "none";

const maxCount = 2 ** 31 - 1;

function parseRow(fields: XmlFields): ParsedRow | undefined {
  const source = (fields.get("row/source_ip") ?? "").toLowerCase();
  const count = fields.get("row/count") ?? "";
  if (isIP(source) === 0 || !/^\d{1,10}$/.test(count) || Number(count) > maxCount) return undefined;
  return {
    source,
    messages: Number(count),
    disposition: parseDisposition(fields.get("row/policy_evaluated/disposition")),
    dkim: fields.get("row/policy_evaluated/dkim") === "pass",
    spf: fields.get("row/policy_evaluated/spf") === "pass",
    headerFrom: normalizeDomain(fields.get("identifiers/header_from") ?? ""),
  };
}
