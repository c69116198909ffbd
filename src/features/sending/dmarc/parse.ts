import { isIP } from "node:net";
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

/** An aggregate report (RFC 7489, appendix C): what a mailbox provider saw in the name of a domain. */
export type DmarcReport = {
  domain: string;
  reporter: string;
  reportId: string;
  beginsAt: Date;
  endsAt: Date;
  policy: string;
  rows: DmarcRow[];
};

const maxRows = 50_000;
const maxTextLength = 500;
const maxDepth = 20;

type Fields = Map<string, string>;

/** Undefined for what is no such report. */
export function parseReport(xml: Buffer): DmarcReport | undefined {
  const { head, records } = readFields(xml.toString("utf8"));
  const domain = normalizeDomain(head.get("policy_published/domain") ?? "");
  const reporter = head.get("report_metadata/org_name") ?? "";
  const reportId = head.get("report_metadata/report_id") ?? "";
  const beginsAt = timeOf(head.get("report_metadata/date_range/begin"));
  const endsAt = timeOf(head.get("report_metadata/date_range/end"));
  const isNamed = domain !== undefined && reporter !== "" && reportId !== "";
  if (!isNamed || beginsAt === undefined || endsAt === undefined || endsAt < beginsAt) return undefined;
  const rows = records.flatMap((fields) => rowOf(fields, domain) ?? []);
  return { domain, reporter, reportId, beginsAt, endsAt, policy: dispositionOf(head.get("policy_published/p")), rows };
}

/**
 * Texts by their path below the root; those of a record apart. The parser knows the five entities of XML and no document
 * type, so that nothing in a report can grow or look elsewhere.
 */
function readFields(xml: string): { head: Fields; records: Fields[] } {
  const head: Fields = new Map();
  const records: Fields[] = [];
  const path: string[] = [];
  let text = "";
  const parser = new Parser(
    {
      onopentagname: (name) => {
        path.push(name.replace(/^.*:/, "").toLowerCase());
        text = "";
        if (path.length === 2 && path[1] === "record" && records.length < maxRows) records.push(new Map());
      },
      ontext: (part) => {
        if (text.length < maxTextLength) text += part;
      },
      onclosetag: () => {
        const isRecord = path[1] === "record";
        const fields = isRecord ? records.at(-1) : head;
        const name = path.slice(isRecord ? 2 : 1).join("/");
        const value = text
          .slice(0, maxTextLength)
          .replaceAll(/\p{Cc}/gu, " ")
          .trim();
        if (path.length <= maxDepth && value !== "" && fields?.has(name) === false) fields.set(name, value);
        text = "";
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { head, records };
}

const firstYear = Date.UTC(2010, 0);
const lastYear = Date.UTC(2100, 0);

function timeOf(seconds: string | undefined): Date | undefined {
  const time = /^\d{1,12}$/.test(seconds ?? "") ? Number(seconds) * 1000 : 0;
  return time < firstYear || time > lastYear ? undefined : new Date(time);
}

const dispositionOf = (text: string | undefined): Disposition =>
  text === "quarantine" || text === "reject" ? text : "none";

const maxCount = 2 ** 31 - 1;

function rowOf(fields: Fields, domain: string): DmarcRow | undefined {
  const source = (fields.get("row/source_ip") ?? "").toLowerCase();
  const count = fields.get("row/count") ?? "";
  if (isIP(source) === 0 || !/^\d{1,10}$/.test(count) || Number(count) > maxCount) return undefined;
  return {
    source,
    messages: Number(count),
    disposition: dispositionOf(fields.get("row/policy_evaluated/disposition")),
    dkim: fields.get("row/policy_evaluated/dkim") === "pass",
    spf: fields.get("row/policy_evaluated/spf") === "pass",
    headerFrom: normalizeDomain(fields.get("identifiers/header_from") ?? "") ?? domain,
  };
}
