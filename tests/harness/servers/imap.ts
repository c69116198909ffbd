import { createServer, type AddressInfo, type Socket } from "node:net";

type ImapMail = { uid: number; raw: string; flags: Set<string>; at: Date };

/** What happens instead of a command: the connection ends before it is answered, or it is refused. */
type Interruption = "drop" | "refuse" | undefined;

export type ImapServer = {
  readonly port: number;
  readonly mails: ImapMail[];
  /** Commands received, such as `UID STORE`. */
  readonly commands: string[];
  uidValidity: number;
  password: string;
  accessToken: string;
  /** Answers refused sign-ins, such as `[UNAVAILABLE]`. */
  refusal: string;
  interrupt: (command: string) => Interruption;
  deliver(raw: string | Buffer, at?: Date): ImapMail;
  close(): Promise<void>;
};

/** A small IMAP server with one folder, INBOX, for one user. It knows what the product's client sends. */
export async function imapServer(username = "bounces@shop.cz"): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serveConnection(socket, state, username);
  });
  const state: ImapServer = {
    port: 0,
    mails: [],
    commands: [],
    uidValidity: 7,
    password: "secret",
    accessToken: "",
    refusal: "[AUTHENTICATIONFAILED] wrong",
    interrupt: () => undefined,
    deliver: (raw, at = new Date()) => {
      const uid = Math.max(0, ...state.mails.map((mail) => mail.uid)) + 1;
      const mail = { uid, raw: raw.toString("latin1").replaceAll(/\r?\n/g, "\r\n"), flags: new Set<string>(), at };
      state.mails.push(mail);
      return mail;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, { port: addressOf(listener.address()).port });
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return address;
}

function serveConnection(socket: Socket, state: ImapServer, username: string): void {
  let rest = "";
  /** The tag of an AUTHENTICATE whose response is expected. */
  let authenticating: { tag: string; mechanism: string } | undefined;
  const write = (text: string) => socket.write(Buffer.from(`${text}\r\n`, "latin1"));
  const signIn = (tag: string, isRight: boolean) =>
    write(isRight ? `${tag} OK signed in` : `${tag} NO ${state.refusal}`);
  write("* OK ready");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) takeLine(line);
  });

  function takeLine(line: string): void {
    if (authenticating !== undefined) {
      const { tag, mechanism } = authenticating;
      authenticating = undefined;
      signIn(tag, isAccepted(state, username, { mechanism, response: Buffer.from(line, "base64").toString() }));
      return;
    }
    const [, tag = "", uid = "", word = "", args = ""] = /^(\S+) (UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
    const command = `${uid}${word}`.toUpperCase();
    state.commands.push(command);
    const interruption = state.interrupt(command);
    if (interruption === "drop") socket.destroy();
    else if (interruption === "refuse") write(`${tag} NO refused`);
    else answer({ tag, command, args });
  }

  function answer({ tag, command, args }: { tag: string; command: string; args: string }): void {
    if (command === "AUTHENTICATE") {
      const [mechanism = "", response] = args.split(" ");
      if (response === undefined) {
        authenticating = { tag, mechanism };
        write("+ ");
      } else
        signIn(tag, isAccepted(state, username, { mechanism, response: Buffer.from(response, "base64").toString() }));
      return;
    }
    if (command === "LOGIN") {
      signIn(tag, args.replaceAll('"', "") === `${username} ${state.password}`);
      return;
    }
    const lines = linesFor(state, command, args);
    for (const each of lines ?? []) write(each);
    write(lines === undefined ? `${tag} NO unknown` : `${tag} OK done`);
    if (command === "LOGOUT") socket.end();
  }
}

type Response = { readonly mechanism: string; readonly response: string };

function isAccepted(state: ImapServer, username: string, { mechanism, response }: Response): boolean {
  if (mechanism.toUpperCase() === "PLAIN") return response === `\0${username}\0${state.password}`;
  const expected = `user=${username}\u0001auth=Bearer ${state.accessToken}\u0001\u0001`;
  return mechanism.toUpperCase() === "XOAUTH2" && state.accessToken !== "" && response === expected;
}

/** The untagged answers; undefined refuses the command. */
function linesFor(state: ImapServer, command: string, args: string): string[] | undefined {
  switch (command) {
    case "CAPABILITY":
      return ["* CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR IDLE UIDPLUS"];
    case "LIST":
    case "LSUB":
      return [`* ${command} () "/" "INBOX"`];
    case "SELECT":
      return /^"?INBOX"?( |$)/i.test(args) ? selectedLines(state) : undefined;
    case "UID SEARCH":
      return [`* SEARCH ${search(state, args).join(" ")}`.trimEnd()];
    case "UID FETCH":
      return fetchLines(state, args);
    case "UID STORE":
      return store(state, args);
    case "LOGOUT":
      return ["* BYE"];
    case "NOOP":
    case "CLOSE":
      return [];
    default:
      return undefined;
  }
}

const selectedLines = ({ mails, uidValidity }: ImapServer): string[] => [
  "* FLAGS (\\Seen \\Deleted)",
  `* ${mails.length} EXISTS`,
  "* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)]",
  `* OK [UIDVALIDITY ${uidValidity}]`,
  `* OK [UIDNEXT ${Math.max(0, ...mails.map(({ uid }) => uid)) + 1}]`,
];

function search({ mails }: ImapServer, args: string): number[] {
  const [, from = "1"] = /UID (\d+):\*/i.exec(args) ?? [];
  const [, keyword] = /UNKEYWORD "?([^\s")]+)/i.exec(args) ?? [];
  const [, day] = /SINCE "?(\d{1,2}-\w{3}-\d{4})/i.exec(args) ?? [];
  const since = day === undefined ? 0 : Date.parse(`${day.replaceAll("-", " ")} 00:00:00 UTC`);
  const last = mails.at(-1)?.uid ?? 0;
  return mails
    .filter(({ uid }) => uid >= Number(from) || uid === last)
    .filter(({ flags }) => keyword === undefined || !flags.has(keyword))
    .filter(({ at }) => at.getTime() >= since)
    .map(({ uid }) => uid);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function fetchLines({ mails }: ImapServer, args: string): string[] {
  const [wanted = ""] = args.split(" ");
  const index = mails.findIndex(({ uid }) => uid === Number(wanted));
  const mail = mails[index];
  if (mail === undefined) return [];
  const { uid, raw, at } = mail;
  const day = `${String(at.getUTCDate()).padStart(2, " ")}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()}`;
  const date = `${day} ${at.toISOString().slice(11, 19)} +0000`;
  const body = `BODY[]<0> {${raw.length}}\r\n${raw}`;
  return [`* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE "${date}" ${body})`];
}

function store({ mails }: ImapServer, args: string): string[] | undefined {
  const [, uid = "", flags = ""] = /^(\d+) \+FLAGS(?:\.SILENT)? \(([^)]*)\)/i.exec(args) ?? [];
  const mail = mails.find((each) => each.uid === Number(uid));
  for (const flag of flags.split(" ").filter((each) => each !== "")) mail?.flags.add(flag);
  return [];
}
