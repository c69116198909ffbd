import { generateKeyPairSync } from "node:crypto";
import mjml2html from "mjml";
import { BufferArena } from "../src/mail/buffer-arena.ts";
import { createDkimSigner } from "../src/mail/dkim.ts";
import { toHtml } from "../src/mail/render/content.ts";
import { evaluateAll } from "../src/mail/render/expression.ts";
import { composeForRecipient, composeSigned, prepareMessage } from "../src/mail/render/message.ts";
import { compilePlan, renderPlan } from "../src/mail/render/plan.ts";
import { mergeValues, type MergeValues } from "../src/mail/render/values.ts";
import { fillWireText, quoteValues } from "../src/mail/render/wire.ts";
import { Sandbox, type CompanySandbox } from "../src/sandbox/sandbox.ts";
import { median } from "./support/compare.ts";
import { costInFlight, costOfSignature } from "./support/signature.ts";
import { aPlan } from "../tests/harness/factories/compiled-plans.ts";

const tags =
  "df_name df_surname df_emailaddress df_town df_street df_postalcode df_company df_salution df_phone df_cellphone df_country df_language df_birthday df_nameday df_gender df_notes df_titlesbefore df_titlesafter df_shop_name df_custom_7".split(
    " ",
  );

/** 30 KB, 20 tags, 30 links: a typical shop newsletter. */
function newsletter(): string {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const tag = index < tags.length ? `{{${tags[index]}|default:'x'}}` : "";
    const text =
      "Dobrý den, do obchodu jsme přidali nové zboží, které jinde nenajdete, a k němu dopravu zdarma na všechny objednávky do konce měsíce. Stačí si vybrat a zadat kód v košíku. ".repeat(
        3,
      );
    return `<tr><td align="left" style="font-size:16px;padding:10px 25px;word-break:break-word;font-family:Arial,sans-serif">
      <div style="font-size:16px;line-height:1.5;text-align:left;color:#222222;">${tag} ${text}</div>
      <a href="https://www.example.com/kategorie/zbozi-${index}?barva=modra&amp;velikost=${index}" style="display:inline-block;background:#1f5fbf;color:#ffffff;font-size:16px;padding:10px 25px;border-radius:3px">Koupit zboží ${index}</a>
    </td></tr>`;
  });
  return `<!doctype html><html lang="cs"><head><meta charset="utf-8"><title>Novinky</title></head><body><table role="presentation">${rows.join("\n")}</table><p><a href="{{df_unsubscribe_url}}">Odhlásit</a></p></body></html>`;
}

const person = (index: number): MergeValues =>
  mergeValues({
    contact: {
      email: `jana.novakova.${index}@example.com`,
      firstName: "Jana",
      vocativeFirstName: "Jano",
      lastName: "Nováková",
      city: "Praha",
      street: "Dlouhá 12",
      postalCode: "110 00",
      company: "Novák & syn",
      salutation: "Vážená paní",
      phone: "+420777123456",
      mobile: "+420777123456",
      country: "CZ",
      language: "cs",
      birthday: "1980-05-01",
      nameDay: "05-24",
      gender: "f",
      note: "Ráda čte.",
      titleBefore: "Ing.",
      titleAfter: "Ph.D.",
      customFields: { 7: `K${index}` },
    },
    shop: { name: "Obchod", url: "https://www.example.com" },
    company: { name: "Firma s.r.o." },
    links: { unsubscribe: `https://mail.example.com/u/AAAAAAAAAAAAAAAAAAAAAAAA${index}` },
    token: `AbCdEfGhIjKlMnOpQrStUvWxYz012345678${index}`,
  });

/** Microseconds of CPU per call in this process. */
function cost(times: number, run: (index: number) => unknown): number {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) run(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const round = (number: number) => Number(number.toFixed(2));

function bodies(): object[] {
  const html = newsletter();
  const plan = aPlan(
    { subject: "Novinky pro vás, {{df_name}}", preheader: "", html, text: null },
    { tracking: { base: "https://mail.example.com", clicks: true, opens: true } },
  );
  const prepared = prepareMessage(plan, { from: { address: "shop@example.com", name: "Obchod" } });
  const people = Array.from({ length: 200 }, (_, index) => person(index));
  const at = (index: number) => people[index % people.length] ?? person(0);
  const same = Buffer.from(renderPlan(plan, person(1)).html + renderPlan(plan, person(1)).text);
  // Group by group, like a worker.
  const slab = new BufferArena();
  const allocate = (length: number) => slab.allocate(length);
  const body = (index: number) =>
    fillWireText(prepared.body.text, quoteValues(prepared.body, evaluateAll(plan.expressions, at(index))), {
      start: 0,
      allocate,
    });
  const base64 = () => Buffer.from(same.toString("base64"), "latin1");
  const date = new Date();
  const whole = (index: number) =>
    composeForRecipient(prepared, {
      to: { address: "jana@example.com" },
      values: at(index),
      messageId: `m${index}@x.cz`,
      date,
      allocate,
    });
  const cleared = (make: (index: number) => Buffer) => (index: number) => {
    if (index % 100 === 0) slab.reset();
    return make(index);
  };
  const rounds = Array.from({ length: 60 }, () => ({
    body: cost(500, cleared(body)),
    base64: cost(500, base64),
    whole: cost(500, cleared(whole)),
  })).slice(10);
  const of = (name: "body" | "base64" | "whole") => median(rounds.map((each) => each[name]));
  return [
    {
      bench: "plan of a 30 KB newsletter, 20 tags, 30 tracked links, to the finished MIME body",
      target: "at least 20 000 a second and a core, at most 2 times base64 of the same bytes",
      perSecond: Math.round(1e6 / of("body")),
      ratio: round(of("body") / of("base64")),
      bodyUs: round(of("body")),
      base64Us: round(of("base64")),
      withHeadersUs: round(of("whole")),
      htmlBytes: Buffer.byteLength(html),
      bodyBytes: body(0).length,
    },
  ];
}

async function signatures(): Promise<object> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signer = createDkimSigner({
    domain: "example.com",
    selector: "s1",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  });
  const plan = aPlan(
    { subject: "Novinky pro vás, {{df_name}}", preheader: "", html: newsletter(), text: null },
    { tracking: { base: "https://mail.example.com", clicks: true, opens: true } },
  );
  const prepared = prepareMessage(plan, { from: { address: "shop@example.com", name: "Obchod" } });
  const date = new Date();
  const people = Array.from({ length: 200 }, (_, index) => person(index));
  const recipient = (index: number) => ({
    to: { address: "jana@example.com" },
    values: people[index % people.length] ?? person(0),
    messageId: `m${index}@x.cz`,
    date,
  });
  const message = composeForRecipient(prepared, recipient(0));
  const ours = () => costInFlight((index) => composeSigned(prepared, recipient(index), signer));
  const baseline = () => costOfSignature(signer.key, message);
  const rounds: { ours: number; baseline: number }[] = [];
  for (let index = 0; index < 65; index += 1) rounds.push({ ours: await ours(), baseline: await baseline() });
  const of = (name: "ours" | "baseline") => median(rounds.slice(5).map((each) => each[name]));
  return {
    bench: "that newsletter composed and signed (DKIM), against the baseline RSA signature and SHA-256",
    target: "at most 1.3",
    ratio: round(of("ours") / of("baseline")),
    oursUs: Math.round(of("ours")),
    baselineUs: Math.round(of("baseline")),
  };
}

async function previews(sandbox: CompanySandbox): Promise<object> {
  const source = (index: number) =>
    `<mjml><mj-head><mj-title>Novinky ${index}</mj-title></mj-head><mj-body>${Array.from(
      { length: 12 },
      (_, row) =>
        `<mj-section><mj-column><mj-image src="https://example.com/i${row}.jpg" alt="x"></mj-image><mj-text>Dobrý den {{df_name|default:'příteli'}}, ${index}</mj-text><mj-button href="https://example.com/${row}">Koupit</mj-button></mj-column></mj-section>`,
    ).join("")}</mj-body></mjml>`;
  const time = async (run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  const rounds: { edit: number; baseline: number; again: number }[] = [];
  for (let index = 0; index < 40; index += 1) {
    const preview = async (mjml: string) => {
      const { html } = await toHtml(sandbox, { kind: "mjml", mjml });
      return renderPlan(await compilePlan(sandbox, { subject: "S", preheader: "P", html, text: null }), person(index));
    };
    const baseline = await time(() =>
      mjml2html(source(index + 1000), { fonts: {}, validationLevel: "soft", ignoreIncludes: true, keepComments: true }),
    );
    const edit = await time(() => preview(source(index)));
    const again = await time(() => preview(source(index)));
    if (index >= 10) rounds.push({ edit, baseline, again });
  }
  return {
    bench: "preview of an edited MJML e-mail, against the baseline mjml call",
    target: "under 3",
    ratio: round(median(rounds.map(({ edit, baseline }) => edit / baseline))),
    editMs: round(median(rounds.map(({ edit }) => edit))),
    baselineMs: round(median(rounds.map(({ baseline }) => baseline))),
    unchangedMs: round(median(rounds.map(({ again }) => again))),
  };
}

export async function benchRender(): Promise<object[]> {
  const sandbox = new Sandbox();
  try {
    return [await signatures(), ...bodies(), await previews(sandbox.forCompany("1"))];
  } finally {
    await sandbox.close();
  }
}
