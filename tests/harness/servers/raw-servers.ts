import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach } from "vitest";

/** TCP servers for the tests of a file, each on its own port; closed with their sockets after each test. */
export function rawServers() {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const closeAll = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  };
  afterEach(closeAll);
  return {
    closeAll,
    open: async (converse: (socket: Socket) => void): Promise<number> => {
      const server = createServer({ noDelay: true }, (socket) => {
        sockets.add(socket);
        socket.on("error", () => undefined);
        converse(socket);
      });
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    },
  };
}
