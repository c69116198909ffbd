import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { aCompanySandbox } from "../../../tests/harness/servers/sandbox.ts";
import { spamCheck } from "./spam.ts";

const sandbox = aCompanySandbox();

const words =
  "Dobrý den, posíláme přehled novinek, které jsme pro vás tento měsíc připravili v našem obchodě. Najdete mezi nimi nábytek i doplňky do zahrady.";
const good = {
  subject: "Novinky měsíce",
  preheader: "",
  html: `<p>${words}</p><a href="https://x.cz">Více</a><a href="{{df_unsubscribe_url}}">Odhlásit</a>`,
};

it("scores a good e-mail 0", async () => {
  expect(await spamCheck(sandbox, good)).toEqual({ score: 0, verdict: "ok", sizeKb: 0.2, rules: [] });
});

it.each<[string, Partial<typeof good>, object[]]>([
  ["an empty subject", { subject: "" }, [{ code: "subject_empty", points: 2 }]],
  ["capitals", { subject: "VELKÁ SLEVA" }, [{ code: "subject_capitals", points: 1.5 }]],
  ["exclamations", { subject: "Sleva!! Teď!" }, [{ code: "subject_exclamations", points: 1 }]],
  ["a fake reply", { subject: "Re: objednávka" }, [{ code: "subject_fake_reply", points: 1.5, found: ["Re:"] }]],
  [
    "phrases",
    { subject: "Vyhráli jste, klikněte zde" },
    [{ code: "subject_phrases", points: 2, found: ["Vyhráli jste", "klikněte zde"] }],
  ],
  ["no unsubscribe link", { html: `<p>${words}</p>` }, [{ code: "unsubscribe_missing", points: 2 }]],
  [
    "a disguised link",
    { html: `${good.html}<a href="https://evil.cz/x">www.moje-banka.cz</a>` },
    [{ code: "link_disguised", points: 4, found: ["www.moje-banka.cz → evil.cz"] }],
  ],
  [
    "a shortened link",
    { html: `${good.html}<a href="https://bit.ly/x">x</a>` },
    [{ code: "link_shortener", points: 2, found: ["bit.ly"] }],
  ],
  [
    "a bare address",
    { html: `${good.html}<a href="https://10.1.2.3/x">x</a>` },
    [{ code: "link_to_ip", points: 3, found: ["10.1.2.3"] }],
  ],
  [
    "images only",
    { html: `<img src="https://x.cz/a.png" alt=""><a href="{{df_unsubscribe_url}}">x</a>` },
    [{ code: "images_only", points: 2.5 }],
  ],
  [
    "hidden text",
    { html: `${good.html}<span style="font-size: 0px">x</span>` },
    [{ code: "hidden_text", points: 1.5 }],
  ],
  [
    "an insecure link",
    { html: `${good.html}<a href="http://x.cz">x</a>` },
    [{ code: "links_insecure", points: 0.5, found: ["http://x.cz"] }],
  ],
])("counts %s", async (_, change, rules) => {
  expect((await spamCheck(sandbox, { ...good, ...change })).rules).toEqual(rules);
});

it.each([
  ["a script", "<script>x</script>"],
  ["a password field", `<input type="password">`],
  ["a program", `<a href="https://x.cz/setup.exe?x=1">x</a>`],
])("blocks %s", async (_, part) => {
  expect((await spamCheck(sandbox, { ...good, html: good.html + part })).verdict).toBe("blocked");
});

it("classifies five points as spam, and lists the heaviest rule first", async () => {
  const report = await spamCheck(sandbox, { ...good, subject: "RE: VYDĚLEJTE MILIONY!!", html: `<p>${words}</p>` });
  expect(report.verdict).toBe("spam");
  expect(report.rules.map(({ code }) => code)).toEqual([
    "unsubscribe_missing",
    "subject_capitals",
    "subject_fake_reply",
    "subject_exclamations",
    "subject_phrases",
  ]);
  expect(report.score).toBe(7);
});

async function withSpamd<Result>(answer: string | undefined, run: (port: number) => Promise<Result>): Promise<Result> {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    let asked = "";
    socket.on("data", (chunk) => {
      asked += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("end", () => {
      if (
        answer !== undefined &&
        asked.startsWith("SYMBOLS SPAMC/1.5\r\nContent-length: ") &&
        asked.includes("Subject: =?UTF-8?")
      )
        socket.end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  try {
    return await run(typeof address === "object" && address !== null ? address.port : 0);
  } finally {
    server.close();
  }
}

it("adds SpamAssassin's score", async () => {
  const answer = "SPAMD/1.1 0 EX_OK\r\nContent-length: 20\r\nSpam: True ; 6.1 / 5.0\r\n\r\nHTML_MESSAGE,BAYES_99";
  const report = await withSpamd(answer, (port) => spamCheck(sandbox, good, { spamd: { host: "127.0.0.1", port } }));
  expect(report).toEqual({
    score: 6.1,
    verdict: "spam",
    sizeKb: 0.2,
    rules: [{ code: "spamassassin", points: 6.1, found: ["HTML_MESSAGE", "BAYES_99"] }],
  });
});

it("works without SpamAssassin when it times out or is unreachable", async () => {
  const silent = await withSpamd(undefined, (port) =>
    spamCheck(sandbox, good, { spamd: { host: "127.0.0.1", port, timeoutMs: 50 } }),
  );
  const gone = await spamCheck(sandbox, good, { spamd: { host: "127.0.0.1", port: 1, timeoutMs: 500 } });
  expect([silent.rules, gone.rules]).toEqual([[], []]);
});
