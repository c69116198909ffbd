import { connect as connectSocket, type Socket } from "node:net";
import { rawServers } from "./raw-servers.ts";

/** How a connection is cut: by a reset, or in order. */
export const cuts = ["reset", "end"] as const;
export type Cut = (typeof cuts)[number];

/** Where a connection is cut: after bytes of a direction. */
export type CutPlan = {
  readonly cut: Cut;
  readonly from: "client" | "server";
  /** Called with each piece; the connection is cut at the position that it answers. */
  readonly positionIn: (piece: Buffer) => number | undefined;
};

/** Cuts before the text is passed on, the first time that it is sent. */
export const cutBefore = (text: string, cut: Cut, from: CutPlan["from"] = "client"): CutPlan => {
  let isDone = false;
  return {
    cut,
    from,
    positionIn: (piece) => {
      const position = isDone ? -1 : piece.indexOf(text);
      isDone ||= position >= 0;
      return position < 0 ? undefined : position;
    },
  };
};

/** Cuts after that many bytes of the first connection. */
export const cutAfterBytes = (bytes: number, cut: Cut, from: CutPlan["from"]): CutPlan => {
  let left = bytes;
  return {
    cut,
    from,
    positionIn: (piece) => {
      if (left < 0) return undefined;
      const position = left;
      left -= piece.length;
      return position <= piece.length ? ((left = -1), position) : undefined;
    },
  };
};

/** A proxy between the client and the database, which cuts connections; the others pass. */
export function databaseProxy() {
  const servers = rawServers();
  return async (database: string) => {
    const url = new URL(database);
    const folder = url.searchParams.get("host");
    const port = Number(url.port || "5432");
    const open = new Set<Socket>();
    let plan: CutPlan | undefined;
    const sever = (socket: Socket, cut: Cut) => {
      if (cut === "reset") socket.resetAndDestroy();
      else socket.end();
    };
    const pass = (name: CutPlan["from"], { client, server }: { client: Socket; server: Socket }) => {
      const [from, to] = name === "client" ? [client, server] : [server, client];
      from.on("data", (piece) => {
        const current = plan?.from === name ? plan : undefined;
        const position = current?.positionIn(piece);
        if (current === undefined || position === undefined) {
          to.write(piece);
          return;
        }
        plan = undefined;
        to.write(piece.subarray(0, position), () => {
          sever(client, current.cut);
          server.destroy();
        });
        from.removeAllListeners("data").resume();
      });
    };
    const opened = await servers.open((client) => {
      const server = folder === null ? connectSocket(port, url.hostname) : connectSocket(`${folder}/.s.PGSQL.${port}`);
      open.add(client);
      server.on("error", () => client.destroy()).on("close", () => client.destroySoon());
      client.on("close", () => {
        open.delete(client);
        server.destroy();
      });
      pass("client", { client, server });
      pass("server", { client, server });
    });
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String(opened);
    return {
      url: url.href,
      /** The next connection that the plan meets is cut. */
      cutOnce: (next: CutPlan) => {
        plan = next;
      },
      /** Cuts what is open now. */
      cutAll: (cut: Cut) => {
        for (const socket of open) sever(socket, cut);
      },
    };
  };
}
