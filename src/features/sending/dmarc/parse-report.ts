import { isIP } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
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
  beginsAt: Date;
  endsAt: Date;
  policy: string;
  rows: DmarcRow[];
};

const maxRows = 50_000;
const maxTextLength = 500;
/** Reports are not nested deeper; a file with a million nested tags is an attack. */
const maxDepth = 20;
const maxNameLength = 60;
/** Takes a few milliseconds to parse; the event loop runs between chunks. */
const sliceLength = 262_144;

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
export async function parseDmarcReport(xml: Buffer): Promise<DmarcReport | undefined> {
  const read = await readFields(xml.toString("utf8"));
  if (read === undefined) return undefined;
  const { head, records } = read;
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
 * Texts by their path below the root; those of each record separately. The parser knows the five XML entities and no
 * document type, so a report can neither expand nor reference external files. Undefined if it is nested too deep.
 */
async function readFields(xml: string): Promise<{ head: XmlFields; records: XmlFields[] } | undefined> {
  const head: XmlFields = new Map();
  const records: XmlFields[] = [];
  const path: string[] = [];
  let text = "";
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
        if (path.length === 2 && path[1] === "record" && records.length < maxRows) records.push(new Map());
      },
      ontext: (part) => {
        if (text.length < maxTextLength) text += part;
      },
      onclosetag: () => {
        const isRecord = path[1] === "record";
        const fields = isRecord ? records.at(-1) : head;
        if (text !== "" && path.length <= maxFieldDepth) {
          const name = path.slice(isRecord ? 2 : 1).join("/");
          const isWanted = (isRecord ? recordFields : headFields).has(name);
          const value = isWanted ? cleanText(text) : "";
          if (value !== "" && fields?.has(name) === false) fields.set(name, value);
        }
        text = "";
        path.pop();
      },
    },
    { xmlMode: true },
  );
  try {
    for (let at = 0; at < xml.length; at += sliceLength) {
      parser.write(xml.slice(at, at + sliceLength));
      await nextTurn();
    }
    parser.end();
  } catch (error) {
    if (error !== nestingError) throw error;
    return undefined;
  }
  return { head, records };
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

function timeOf(seconds: string | undefined): Date | undefined {
  const time = /^\d{1,12}$/.test(seconds ?? "") ? Number(seconds) * 1000 : 0;
  return time < firstYear || time > lastYear ? undefined : new Date(time);
}

const dispositionOf = (text: string | undefined): Disposition =>
  text === "quarantine" || text === "reject" ? text : "none";

const maxCount = 2 ** 31 - 1;

function rowOf(fields: XmlFields, domain: string): DmarcRow | undefined {
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
