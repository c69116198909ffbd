import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { connect, type Sql } from "../../src/db/client.ts";
import { findRunningServer } from "../../src/db/embedded/server.ts";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { createApi, makeCompany, untilAvailable, type Api, type Company } from "./api.ts";
import { findChild, findPostgres, killAll, listTree } from "../harness/servers/processes.ts";
import { aPreparedFolder, run, startProduct, waitFor, waitUntil, type ProductProcess } from "./product.ts";
import { RecordingSink } from "./sink.ts";

export type KillTarget = "worker" | "serve" | "database" | "everything";

/** The running product with two workers, a company, and a relay that records what it gets. */
export class MailingProduct {
  readonly sink: RecordingSink;
  readonly company: Company;
  readonly api: Api;
  readonly origin: string;
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  #product: ProductProcess;

  private constructor(started: {
    env: Record<string, string>;
    dataDir: string;
    product: ProductProcess;
    company: Company;
    sink: RecordingSink;
  }) {
    this.sink = started.sink;
    this.#env = started.env;
    this.#dataDir = started.dataDir;
    this.#product = started.product;
    this.company = started.company;
    this.origin = `http://127.0.0.1:${started.env["PORT"]}`;
    this.api = createApi(this.origin, started.company, started.company.apiKey);
  }

  static async start(settings: Record<string, string> = {}): Promise<MailingProduct> {
    const [port, relay] = [await freePort(), await freePort()];
    const dataDir = await aPreparedFolder();
    const env = {
      DATA_DIR: dataDir,
      PORT: String(port),
      WORKERS: "2",
      API_LIMITS: "1000000,100000,100000000",
      MAIL_MODE: "live",
      SMTP_URL: `smtp://127.0.0.1:${relay}`,
      LOG_LEVEL: "error",
      ...settings,
    };
    const product = await startProduct(env);
    const company = await makeCompany(env, "admin@example.com", "shop@example.org");
    const sink = new RecordingSink();
    await sink.listen(relay);
    return new MailingProduct({ env, dataDir, product, company, sink });
  }

  /** Another company of the same product. */
  async addCompany(email: string): Promise<MailingProduct> {
    const company = await makeCompany(this.#env, email, "shop@example.org");
    return new MailingProduct({
      env: this.#env,
      dataDir: this.#dataDir,
      product: this.#product,
      company,
      sink: this.sink,
    });
  }

  /** Runs a command of the product to its end, successfully. */
  async command(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(args, this.#env);
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** The key makes the repetition of a request harmless that was stored. */
  async ok(path: string, body: unknown, method = "POST"): Promise<Record<string, unknown>> {
    const headers = { "idempotency-key": randomUUID() };
    const answer = await untilAvailable(() => this.api.call(path, { method, body, headers }));
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return Object(answer.body);
  }

  async aList(name: string): Promise<string> {
    const list = await this.ok("/lists", {
      name,
      publicName: "",
      shopId: null,
      notifyOnUnsubscribe: false,
      notifyOnAdd: false,
      note: "",
    });
    return String(list["id"]);
  }

  /** A complete campaign for the list that is not approved yet. */
  async aDraft(listId: string, html: string): Promise<string> {
    const draft = await this.ok("/campaigns", {
      name: `Campaign ${listId}`,
      shopId: this.company.shopId,
      senderId: this.company.senderId,
      subject: "Hello {{df_name}}",
      audience: { listIds: [listId] },
    });
    const id = String(draft["id"]);
    const content = await this.api.call(`/campaigns/${id}/content`);
    const { version } = Object(content.body);
    await this.ok(`/campaigns/${id}/content`, { kind: "html", html, baseVersion: version }, "PUT");
    return id;
  }

  /** Imports these addresses into the list. */
  async import(listId: string, emails: readonly string[]): Promise<void> {
    const form = new FormData();
    form.set(
      "file",
      new Blob([`email;firstName\n${emails.map((email) => `${email};Jan`).join("\n")}\n`]),
      "people.csv",
    );
    const upload = await waitFor(async () => {
      const answer = await fetch(`${this.origin}/api/v1/tenants/${this.company.tenant}/imports/files`, {
        method: "POST",
        headers: { authorization: `Bearer ${this.company.apiKey}` },
        body: form,
      });
      return answer.status === 503 ? undefined : answer;
    });
    const { fileId } = Object(await upload.json());
    const made = await this.ok("/imports", {
      name: `List ${listId}`,
      source: "test",
      fileId,
      mapping: [
        { column: "email", target: "email" },
        { column: "firstName", target: "firstName" },
      ],
      mode: "upsert",
      shopId: this.company.shopId,
      listIds: [listId],
      purposeId: this.company.purposeId,
      consentConfirmed: true,
    });
    const shape = Type.Object({ status: Type.String() });
    const isDone = async () => (await this.api.read(`/imports/${String(made["id"])}`, shape)).status === "completed";
    // The test has a limit of its own.
    await waitUntil(isDone, 900_000);
  }

  /** Moves times in the database, instead of waiting for a retry or for the end of a lease. */
  async inDatabase<Result>(change: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { ownerUrl } = await waitFor(() => findRunningServer(this.#dataDir));
    const sql = connect(ownerUrl, { max: 1 });
    try {
      return await change(sql);
    } finally {
      await sql.end();
    }
  }

  async kill(target: KillTarget): Promise<void> {
    const { pid: root } = this.#product;
    if (target === "everything") {
      const all = [root, ...listTree(root)];
      killAll(all);
      await waitUntil(() => !all.some(isAlive));
      this.#product = await startProduct(this.#env);
      return;
    }
    const pid = await waitFor(() => (target === "database" ? findPostgres(root) : findChild(root, target)));
    killAll([pid]);
    await waitUntil(() => !isAlive(pid));
  }
}
