import Fastify from "fastify";
import { pixel } from "../../src/surfaces/track/responses.ts";

/** A redirect and a pixel only: no token, no link table, no event. */
const app = Fastify({ logger: false });

app.get("/t/c/:key", (_request, reply) => reply.redirect("https://shop.example/spring?utm_source=postrider", 302));
app.get("/t/o/:key", (_request, reply) => reply.type("image/gif").send(pixel));

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
if (typeof address === "object" && address !== null) process.send?.({ url: `http://127.0.0.1:${address.port}` });
