import { expect, it } from "vitest";
import { escaperFor, type EscapeContext } from "./escape.ts";
import { renderPlan } from "./plan.ts";
import { mergeValues } from "./values.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

const hostile = `<b>"A" & 'B'</b>\r\nx`;

it.each<[EscapeContext, string, string]>([
  ["text", hostile, "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;<br>x"],
  ["attribute", hostile, "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;\r\nx"],
  ["unquoted", "a b=`c`", "a&#32;b&#61;&#96;c&#96;"],
  ["url", "a b&c=d/é'(x)!*", "a%20b%26c%3Dd%2F%C3%A9%27%28x%29%21%2A"],
  ["address", "https://x.cz/?a=1&b=2", "https://x.cz/?a=1&amp;b=2"],
  ["address", "javascript:alert(1)", ""],
  ["address", "data:text/html,x", ""],
  ["address", "//x.cz", ""],
  ["address", 'https://x.cz/" onclick="x', ""],
  ["raw", "red;} body{x:url(y)", "red bodyxurly"],
  ["plain", hostile, hostile],
  ["plainUrl", "a&b", "a%26b"],
  ["plainAddress", "https://x.cz/?a=1&b=2", "https://x.cz/?a=1&b=2"],
  ["line", "a\r\nBcc: x@y.cz\u2028b\0", "a Bcc: x@y.cz b"],
  ["json", 'a"b\\c\nd', 'a\\"b\\\\c\\nd'],
  ["text", "a\0b\u0007c\ud800d", "abcd"],
  ["url", "\ud800", ""],
])("escapes for %s", (place, value, expected) => {
  expect(escaperFor(place)(value)).toBe(expected);
});

const values = mergeValues({
  contact: {
    email: "a+b@c.cz",
    firstName: `<i>"J"&'o'</i>`,
    customFields: { 1: "javascript:alert(1)", 2: "https://ok.cz/?a=1&b=2" },
  },
  company: { name: "F" },
});
const html = (source: string) => renderPlan(aPlan({ subject: "", preheader: "", html: source, text: "" }), values).html;
const escaped = "&lt;i&gt;&quot;J&quot;&amp;&#39;o&#39;&lt;/i&gt;";

it.each([
  ["<p>{{df_name}}</p>", `<p>${escaped}</p>`],
  [`<p title="{{df_name}}">x</p>`, `<p title="${escaped}">x</p>`],
  [`<p title='{{df_name|default:"x"}}'>x</p>`, `<p title='${escaped}'>x</p>`],
  [`<p title="{{df_surname|default:"x"}}">x</p>`, `<p title="x">x</p>`],
  [`<p title={{df_emailaddress}}>x</p>`, `<p title=a&#43;b&#64;c.cz>x</p>`],
  [
    `<a href="https://x.cz/?e={{df_emailaddress}}&amp;n={{df_surname|default:'a b'}}">x</a>`,
    `<a href="https://x.cz/?e=a%2Bb%40c.cz&amp;n=a%20b">x</a>`,
  ],
  [`<a href="{{df_custom_1}}">x</a>`, `<a href="">x</a>`],
  [`<a href=" {{df_custom_2}}">x</a>`, `<a href=" https://ok.cz/?a=1&amp;b=2">x</a>`],
  [`<img src="{{df_custom_2}}" alt="">`, `<img src="https://ok.cz/?a=1&amp;b=2" alt="">`],
  [
    `<a href="mailto:x@y.cz?subject={{df_name}}">x</a>`,
    `<a href="mailto:x@y.cz?subject=%3Ci%3E%22J%22%26%27o%27%3C%2Fi%3E">x</a>`,
  ],
  [`<style data-css-inline="ignore">p{color:{{df_name}}}</style>`, `<style>p{color:iJoi}</style>`],
  [`<p {{df_name}}>x</p>`, `<p iJoi>x</p>`],
  [`<!-- {{df_name}} --><p>x</p>`, `<!-- iJoi --><p>x</p>`],
  [
    `<!--[if mso]><v:rect title="{{df_name}}"></v:rect><![endif]-->`,
    `<!--[if mso]><v:rect title="${escaped}"></v:rect><![endif]-->`,
  ],
  [`<table>{{products:x}}<tr><td>1</td></tr></table>`, `<table><tr><td>1</td></tr></table>`],
])("escapes by context: %s", (source, expected) => {
  expect(html(source)).toBe(expected);
});
