import Fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { handleBeforeRouter } from "./fast-path.ts";

it("leaves a request to the router when the fast path throws", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get("/known", async () => "from the router");
  handleBeforeRouter(app, ({ url }) => {
    if (url === "/known") throw new Error("unexpected");
    return false;
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect(await (await fetch(`${url}/known`)).text()).toBe("from the router");
});
