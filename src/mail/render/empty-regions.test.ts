import { describe, expect, it } from "vitest";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";
import { decodeParts } from "../../../tests/harness/mime.ts";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";
import { toHtml } from "./content.ts";
import { composeForRecipient, prepareMessage } from "./message.ts";
import { renderPlan, type EmailSource } from "./plan.ts";
import { expandTwig } from "./twig.ts";
import { mergeValues } from "./values.ts";

const sandbox = aCompanySandbox();
const tracking = { base: "https://m.cz", clicks: true, opens: true };

const email = (html: string, rest: Partial<EmailSource> = {}): EmailSource => ({
  subject: "",
  preheader: "",
  html,
  text: null,
  ...rest,
});

/** Every tag shows its last word. */
const valuesWith = (...tags: string[]) =>
  mergeValues({
    contact: { email: "a@b.cz", firstName: "Jana" },
    company: { name: "Firma" },
    token: "TOKEN",
    blocks: Object.fromEntries(
      tags.map((tag) => [tag, { html: `<i>${tag}</i>`, text: `[${tag}]`, items: [{ name: tag }], links: new Map() }]),
    ),
  });

const one = `<p>Hello</p><div class="box hide-if-empty"><h2>New for {{df_name}}</h2><div><a href="https://x.cz">all</a></div>{{products:1.2}}</div><p>Bye</p>`;

describe("a region without items", () => {
  it("disappears with its heading from HTML and text", () => {
    const plan = aPlan(email(one), { tracking });
    const shown = renderPlan(plan, valuesWith("products:1.2"));
    expect(shown.html).toContain("<h2>New for Jana</h2>");
    expect(shown.html).toContain('<a href="https://m.cz/t/c/TOKEN.1">all</a></div><i>products:1.2</i></div><p>Bye</p>');
    expect(shown.text).toBe("Hello\n\nNew for Jana\nall (https://m.cz/t/c/TOKEN.1)\n[products:1.2]\n\nBye");
    const hidden = renderPlan(plan, valuesWith("products:9"));
    expect(hidden.html).toMatch(
      /^<p>Hello<\/p><p>Bye<\/p><a href="https:\/\/m.cz\/t\/c\/TOKEN.0"[^>]*><\/a><img [^>]*>$/,
    );
    expect(hidden.text.replace(/\n+/g, "\n")).toBe("Hello\nBye");
  });

  it("is the same in the message on the wire", () => {
    const prepared = prepareMessage(aPlan(email(one), { tracking }), { from: { address: "a@b.cz" } });
    const compose = (...tags: string[]) => {
      const recipient = { to: { address: "a@b.cz" }, values: valuesWith(...tags), messageId: "x@y.cz" };
      return decodeParts(composeForRecipient(prepared, { ...recipient, date: new Date(0) }));
    };
    expect(compose("products:1.2").html).toContain("<h2>New for Jana</h2><div>");
    expect(compose().html).not.toContain("New for");
    expect(compose().text).not.toContain("New for");
  });

  it("may be inside of another one", () => {
    const row = (key: string) => `<tr><td class="hide-if-empty">{{products:${key}}}</td></tr>`;
    const plan = aPlan(email(`<table class="hide-if-empty">${row("1")}${row("2")}</table>.`));
    const shown = (...tags: string[]) => renderPlan(plan, valuesWith(...tags)).html;
    expect(shown("products:1", "products:2")).toContain("<i>products:1</i></td></tr><tr>");
    expect(shown("products:2")).toBe(
      '<table class="hide-if-empty"><tr></tr><tr><td class="hide-if-empty"><i>products:2</i></td></tr></table>.',
    );
    expect(shown()).toBe(".");
  });

  it.each([
    `<div class="hide-if-empty">no tag</div>`,
    `<div class="hide-if-empty">{{products:1}}`,
    `<div class="hide-if-empty-x">{{products:1}}</div>`,
  ])("is not %s", (html) => {
    expect(renderPlan(aPlan(email(html)), valuesWith()).html).toBe(html.replace("{{products:1}}", ""));
  });

  it("is a condition in a template, also when only the subject is one", async () => {
    const loop = "{% for each in products['1.2'] %}({{ each.name }}){% endfor %}";
    const plans = [
      aPlan(email(one.replace("{{products:1.2}}", loop))),
      aPlan(email(one, { subject: "{% if 1 %}Hi{% endif %}" })),
    ];
    for (const plan of plans) {
      const texts = [];
      for (const values of [valuesWith("products:1.2"), valuesWith()]) {
        const [outcome] = await expandTwig(plan, [values], { render: sandbox.renderTwig });
        if (outcome?.ok !== true) throw new Error("the template was not rendered");
        texts.push(renderPlan(outcome.plan, values).text.replace(/\n+/g, " "));
      }
      expect(texts).toEqual([
        expect.stringMatching(/^Hello New for Jana all \(https:\/\/x.cz\) [([]products:1.2[)\]] Bye$/),
        "Hello Bye",
      ]);
    }
  });
});

it("blocks of products and articles disappear with their heading", async () => {
  const block = { kind: "articles", feedId: "3", count: 2, heading: "From <our> blog" } as const;
  const sections = [{ kind: "section", columns: [{ blocks: [block, { kind: "text", html: "Bye" }] }] }] as const;
  const made = await toHtml(sandbox, { kind: "blocks", blocks: JSON.parse(JSON.stringify({ sections })) });
  const plan = aPlan(email(made.html));
  expect(renderPlan(plan, valuesWith("articles:3.2")).text).toBe("From <our> blog\n[articles:3.2]\nBye");
  const empty = renderPlan(plan, valuesWith());
  expect(empty.text.trim()).toBe("Bye");
  expect(empty.html).not.toMatch(/<td[^>]*>\s*<div[^>]*>\s*<\/div>/);
});
