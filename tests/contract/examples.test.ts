import { afterAll, beforeAll, expect, it } from "vitest";
import { demoRequests } from "../../src/demo/requests/requests.ts";
import { operations, type Operation } from "../../src/registry/registry.ts";
import { bodyExample, isQueryShown, pathExample, queryExample } from "../../src/surfaces/docs/operation-example.ts";
import { pathParameters, queryParameters } from "../../src/surfaces/docs/reference.ts";
import { asNode } from "../../src/surfaces/docs/shape.ts";
import { aPng } from "../harness/factories/binary-files.ts";
import { demoServer, type DemoServer } from "../harness/factories/demo-company.ts";
import { multipartForm } from "../harness/factories/multipart-form.ts";
import { request, toUrl, type ApiAnswer } from "../harness/servers/api-client.ts";

const fromMail = "needs a token that was sent by e-mail";
const ofAuthenticator = "needs a code of an authenticator";
const byPerson = "needs an authorization that a person gave";
const ofAssistant = "needs a request of an assistant";
const requestedOnce = "the draft of the demo company waits for approval already, and another example approves it";
const otherServer = "calls a server outside";
const notInDemo = "the demo company has no such object, and no operation creates one";

/** Everything else is sent. */
const notSent: Readonly<Record<string, string>> = {
  acceptInvitation: fromMail,
  resetPassword: fromMail,
  confirmTwoFactor: ofAuthenticator,
  endTwoFactor: ofAuthenticator,
  replaceRecoveryCodes: ofAuthenticator,
  authorizeClient: byPerson,
  issueTokens: byPerson,
  revokeToken: byPerson,
  getAssistantRequest: ofAssistant,
  approveAssistantRequest: ofAssistant,
  declineAssistantRequest: ofAssistant,
  requestCampaignApproval: requestedOnce,
  returnCampaignRequest: requestedOnce,
  listStockPhotos: otherServer,
  addStockPhoto: otherServer,
  addVideoThumbnail: otherServer,
  refreshFeed: otherServer,
  previewFeed: otherServer,
  getInvoicePdf: notInDemo,
  getInvoiceQr: notInDemo,
  getLegacyMigration: notInDemo,
  replayWebhookEndpoint: "needs a time of the last days",
  discardTemplateDraft: "a template has a draft only while an active automation uses it",
  removeMember: "the member is the last administrator",
};

/** Parameters whose example is not sent, by operation. */
const notSentParameters: Readonly<Record<string, string>> = {
  // The cursor of an event that was read.
  listEvents: "after",
};

/** What examples of uploads send as their file. */
const files: Readonly<Record<string, () => Promise<{ name: string; mediaType: string; bytes: Uint8Array }>>> = {
  uploadImportFile: async () => csvFile("email,firstName\npetr@example.com,Petr\n"),
  addCouponCodes: async () => csvFile("SPRING-3\nSPRING-4\n"),
  importFeed: async () => csvFile("id;name;url\n1;Tulips;https://example.com/tulips\n"),
  uploadFile: async () => ({ name: "flowers.png", mediaType: "image/png", bytes: await aPng() }),
};
const csvFile = (text: string) => ({ name: "file.csv", mediaType: "text/csv", bytes: Buffer.from(text) });

/** What creates objects comes first; then they are read, changed and deleted. */
function phaseOf({ method, answers, risk }: Operation): number {
  if (method === "POST" && 201 in answers) return 0;
  if (risk === "read") return 1;
  return method === "DELETE" ? 3 : 2;
}

/** Operations that follow each other, all at the place of the last one in the order of the registry. */
const sequences = [
  ["uploadImportFile", "createImport", "createImportDraft"],
  ["publishFooter", "makeFooterDefault"],
  ["setTestRecipients", "testTemplate"],
  ["archiveTemplate", "unarchiveTemplate", "publishTemplate", "convertTemplate", "saveTemplateContent"],
  ["saveCampaignContent", "approveCampaign"],
  [
    "setVariants",
    "approveVariants",
    "pauseCampaign",
    "resumeVariants",
    "cancelVariants",
    "resumeCampaign",
    "pauseVariants",
    "cancelCampaign",
    "returnCampaignToDraft",
  ],
  ["publishForm", "saveFormDraft"],
  ["activateAutomation", "addAutomationContacts", "pauseAutomation"],
  ["unmakeFooterDefault", "deleteFooter"],
  ["unmakeUnsubscribePageDefault", "deleteUnsubscribePage"],
];
/** What the others do is delivered to the endpoint, and some outdate the request, which is about the draft as it is now. */
const starts = ["createWebhookEndpoint", "approveCampaignRequest"];
const ends = ["changePassword", "requestCompanyDeletion", "cancelCompanyDeletion", "signOut"];

const inPhases = operations.toSorted((left, right) => phaseOf(left) - phaseOf(right));
const namesInOrder = [starts, ...sequences, ends].reduce(
  (names, sequence) => {
    const others = names.filter((name) => !sequence.includes(name));
    const last = names.findLastIndex((name) => sequence.includes(name));
    const before = others.filter((name) => names.indexOf(name) < last).length;
    const place = sequence === starts ? 0 : sequence === ends ? others.length : before;
    return others.toSpliced(place, 0, ...sequence);
  },
  inPhases.map(({ name }) => name),
);
const byName = new Map(operations.map((operation) => [operation.name, operation]));
const ordered = namesInOrder.flatMap((name) => byName.get(name) ?? []);

let demo: DemoServer;
let session: Record<string, string>;

beforeAll(async () => {
  demo = await demoServer();
  session = await demo.signIn();
  // Another session, which an example ends.
  await demo.signIn();
}, 120_000);
afterAll(() => demo.close());

const isOfPerson = ({ access }: Operation): boolean => access === "member" || access === "signed_in";

const toHeaders = (operation: Operation): Record<string, string> =>
  isOfPerson(operation) ? session : { authorization: `Bearer ${demo.apiKey}`, host: "127.0.0.1:8080" };

function exampleUrl(operation: Operation, given: Readonly<Record<string, unknown>> = {}): string {
  const params = Object.fromEntries(
    pathParameters(operation).map(({ field: { name }, schema }) => [
      name,
      name === "tenant" ? demo.tenant : pathExample(operation, name, schema),
    ]),
  );
  const shown = queryParameters(operation).filter((parameter) => isQueryShown(operation, parameter));
  const query = shown.map(({ field: { name }, schema }) => [name, queryExample(operation, name, schema)]);
  return toUrl(operation, params, { ...Object.fromEntries(query), ...given });
}

/** The credentials of the demo company stand in for those of the example, as its id does. */
const withOwnCredentials = (body: unknown): unknown => {
  const { password, email, ...rest } = asNode(body);
  if (password === undefined) return body;
  return { ...rest, password: demo.password, ...(email === undefined ? {} : { email: demo.email }) };
};

async function send(operation: Operation): Promise<ApiAnswer> {
  const { method, body, bodyFormat } = operation;
  const target = { method, url: exampleUrl(operation) };
  const headers = toHeaders(operation);
  if (body === undefined) return request(demo.server, { ...target, headers });
  const example = withOwnCredentials(bodyExample(operation));
  if (bodyFormat === "form") {
    const payload = new URLSearchParams(Object.entries(asNode(example)).map(([name, value]) => [name, String(value)]));
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    return request(demo.server, { ...target, headers: form, payload: payload.toString() });
  }
  const json = { ...headers, "content-type": "application/json" };
  return request(demo.server, { ...target, headers: json, payload: JSON.stringify(example) });
}

async function sendFile(operation: Operation): Promise<ApiAnswer> {
  const file = await files[operation.name]?.();
  if (file === undefined) throw new Error(`no file for ${operation.name}`);
  const { payload, contentType } = multipartForm(file.bytes, file.name, { mediaType: file.mediaType });
  const headers = { ...toHeaders(operation), "content-type": contentType };
  return request(demo.server, { method: operation.method, url: exampleUrl(operation), headers, payload });
}

it("names only operations that exist", () => {
  const names = new Set(operations.map(({ name }) => name));
  const named = [
    ...Object.keys(notSent),
    ...Object.keys(demoRequests),
    ...Object.keys(files),
    ...starts,
    ...sequences.flat(),
    ...ends,
  ];
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

/** A read succeeds with the example of each of its parameters. */
const listReads = (operation: Operation): string[] =>
  queryParameters(operation)
    .filter(({ field }) => notSentParameters[operation.name] !== field.name)
    .filter((parameter) => !isQueryShown(operation, parameter))
    .map(({ field: { name }, schema }) => exampleUrl(operation, { [name]: queryExample(operation, name, schema) }));

/** The ways to send an upload: as a form, as JSON, or both; a file that is named by its address would be fetched from a server outside. */
const waysToSend = ({ upload, body, name }: Operation): ((operation: Operation) => Promise<ApiAnswer>)[] => {
  if (upload === undefined) return [send];
  return body === undefined || name === "uploadFile" ? [sendFile] : [send, sendFile];
};

it("accepts the example of every operation, and of every parameter of a read", { timeout: 300_000 }, async () => {
  const refused: unknown[] = [];
  const check = (operation: Operation, url: string, { status, body }: ApiAnswer) => {
    if (status in operation.answers) return;
    const sent = operation.body === undefined ? {} : { sent: JSON.stringify(bodyExample(operation)).slice(0, 300) };
    refused.push(
      `${operation.name} ${url.replace(/^.*?[0-9a-f-]{36}/, "")} ${status} ${JSON.stringify(body)} ${JSON.stringify(sent)}`,
    );
  };
  let phase = 0;
  for (const operation of ordered.filter(({ name }) => notSent[name] === undefined)) {
    if (phaseOf(operation) > phase) await demo.nextPhase();
    phase = phaseOf(operation);
    for (const sending of waysToSend(operation)) check(operation, exampleUrl(operation), await sending(operation));
    if (operation.method !== "GET") continue;
    for (const url of listReads(operation)) {
      check(operation, url, await request(demo.server, { method: "GET", url, headers: toHeaders(operation) }));
    }
  }
  expect(refused).toEqual([]);
});
