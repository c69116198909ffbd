import type { DemoApi } from "./demo-api.ts";

const customers = `E-mail;Jméno;Příjmení;Město
zofie.capkova@example.cz;Žofie;Čápková;Olomouc
radek.stastny@example.cz;Radek;Šťastný;Brno
ZOFIE.CAPKOVA@example.cz;Žofie;Jiná;Praha
bez-adresy;Nikdo;Nikde;
`;

/**
 * Adds a record of each kind that the demo company has none of, and a draft of an import; its id is the answer.
 * Can run again with the same company.
 */
export async function addRecords(api: DemoApi, picture: Buffer): Promise<{ draftId: string }> {
  const [shop] = await api.list("/shops");
  const [purpose] = await api.list("/purposes");
  const list = (await api.list("/lists")).find(({ locked }) => locked === false);
  if (shop === undefined || purpose === undefined || list === undefined)
    throw new Error("this is not the demo company");
  const target = { shopId: shop.id, listIds: [list.id], purposeId: purpose.id, mode: "upsert" };
  const hasNo = async (path: string) => (await api.list(path)).length === 0;
  if (await hasNo("/files")) await addFiles(api, picture);
  if (await hasNo("/sending/setup#domains")) await addSettings(api);
  if (await hasNo("/imports")) await addTransfers(api, target);
  return { draftId: await addDraft(api, target) };
}

async function addFiles(api: DemoApi, picture: Buffer): Promise<void> {
  await api.upload("/files", { name: "medove-trhy.png", mimeType: "image/png", buffer: picture });
  await api.create("/file-folders", { name: "Vánoce" });
}

async function addSettings(api: DemoApi): Promise<void> {
  await api.create("/sending/domains", { domain: "vcelinec.example" });
  const relay = { name: "Naše relay", kind: "smtp", host: "smtp.vcelinec.example", auth: "none", enabled: false };
  await api.create("/sending/connections", relay);
  await api.create("/account-webhooks", { url: "https://example.com/postrider", event: "new_contact" });
  await api.create("/webhook-endpoints", { url: "https://example.com/events", events: ["new_contact"] });
  await api.create("/invitations", { email: "karel.novak@example.cz", roles: ["marketing_manager"] });
}

async function addTransfers(api: DemoApi, target: object): Promise<void> {
  const fields = ["email", "firstName"];
  await api.create("/exports", { name: "Zákazníci pro účetní", selection: "all", encoding: "utf-8", fields });
  const { fileId } = await api.create("/imports/files", { name: "zakaznici.csv", text: customers });
  const mapping = [
    { column: "E-mail", target: "email" },
    { column: "Jméno", target: "firstName" },
    { column: "Příjmení", target: "lastName" },
    { column: "Město", target: "ignore" },
  ];
  const about = { name: "Zákazníci z trhu", source: "Veletrh v Olomouci", consentConfirmed: true };
  await api.create("/imports", { ...target, ...about, fileId, mapping });
}

async function addDraft(api: DemoApi, target: object): Promise<string> {
  const { fileId } = await api.create("/imports/files", { name: "trhy-podzim.csv", text: customers });
  const state = { ...target, fileId, fileName: "trhy-podzim.csv", name: "Podzimní trhy", reached: 3 };
  const { id } = await api.create("/imports/drafts", { name: state.name, step: state.reached, fileId, state });
  return id;
}
