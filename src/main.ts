import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { parseDelimiter, parseIds, parseId, parseMapping } from "./commands/arguments.ts";
import type { CancelOptions, CloseMonthOptions, InvoiceOptions, PayOptions } from "./commands/billing.ts";
import type { CompanyOptions, DeleteCompanyOptions, ExportCompanyOptions, TenantOptions } from "./commands/company.ts";
import type { DistributeOptions } from "./commands/distribute.ts";
import { explain } from "./commands/explain.ts";
import type { ImportCommand } from "./commands/import.ts";
import type { RetryOptions } from "./commands/journal.ts";
import type { KeyOptions } from "./commands/key.ts";
import type { MemberOptions } from "./commands/member.ts";
import type { MigrateFromOptions } from "./commands/migrate-from.ts";
import type { SupportOptions } from "./commands/support.ts";
import { readConfig, type Config } from "./config/config.ts";
import { roles } from "./kernel/access.ts";
import { productVersion } from "./package.ts";

/** Commands are loaded on demand: the supervisor of `start` stays small. */

type JsonOption = { json?: boolean };

const configuration = (): Config => readConfig(process.env);

const jsonOption = () => new Option("--json", "print one JSON object on standard output");

const passwordOption = (whose: string) =>
  new Option("--password <password>", `${whose}, 10 characters or more; better by POSTRIDER_PASSWORD`);
const passwordStdinOption = () =>
  new Option("--password-stdin", "read the password from the first line of standard input");

function roleList(text: string): string[] {
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !roles.some((role) => role === word));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not one of ${roles.join(", ")}`);
  return words;
}

function parseShards(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 1024)
    throw new InvalidArgumentError("it is not a whole number from 1 to 1024");
  return count;
}

// Written out here, so that the supervisor of `start` does not load the import code.
const importModes = ["upsert", "update_only", "unsubscribe", "remove", "blacklist"];
const platforms = ["smartemailing", "mailchimp", "listmonk", "mautic"];
const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1250", "iso-8859-2"];

const program = new Command("postrider")
  .description("E-mail marketing for companies and e-shops")
  .version(productVersion())
  .showHelpAfterError();

program
  .command("start")
  .description("database, HTTP and workers in one command")
  .action(async () => (await import("./commands/start.ts")).start(configuration()));
program
  .command("serve")
  .description("one HTTP process (needs DATABASE_URL)")
  .action(async () => (await import("./commands/serve.ts")).serve(configuration()));
program
  .command("worker")
  .description("one worker process (needs DATABASE_URL)")
  .action(async () => (await import("./commands/worker.ts")).runWorker(configuration()));
program
  .command("migrate")
  .description("migrate the database to this version")
  .addOption(jsonOption())
  .action(async (options: JsonOption) => (await import("./commands/migrate.ts")).runMigrate(configuration(), options));
program.command("prepare", { hidden: true }).action(async () => {
  await (await import("./commands/prepare.ts")).prepare(configuration());
});
program
  .command("openapi")
  .description("print the OpenAPI document")
  .action(async () => (await import("./commands/openapi.ts")).printOpenApi(configuration()));

const company = program.command("company").description("companies");
company
  .command("create")
  .description("create a company with a shop, a purpose, an administrator and a key")
  .requiredOption("--name <name>", "name of the company")
  .requiredOption("--email <address>", "e-mail of its administrator")
  .addOption(passwordOption("password of the administrator"))
  .addOption(passwordStdinOption())
  .option("--shop <name>", "name of its first shop")
  .option("--time-zone <zone>", "time zone of its calendar", "Europe/Prague")
  .option("--language <language>", "language of the company and its shop", "cs")
  .option("--country <country>", "country of the company and its shop", "CZ")
  .option("--currency <currency>", "currency of its shop", "CZK")
  .option("--sender <address>", "sender address, verified without a confirmation e-mail")
  .option("--pending", "the company may not send before its review")
  .addOption(jsonOption())
  .action(async (options: CompanyOptions) =>
    (await import("./commands/company.ts")).createCompanyCommand(configuration(), options),
  );
company
  .command("approve")
  .description("let a pending or suspended company send")
  .requiredOption("--tenant <guid>", "the company")
  .addOption(jsonOption())
  .action(async (options: TenantOptions) =>
    (await import("./commands/company.ts")).approveCompanyCommand(configuration(), options),
  );
company
  .command("suspend")
  .description("stop the sending of a company")
  .requiredOption("--tenant <guid>", "the company")
  .addOption(jsonOption())
  .action(async (options: TenantOptions) =>
    (await import("./commands/company.ts")).suspendCompanyCommand(configuration(), options),
  );
company
  .command("export")
  .description("write all data of a company into a folder, as lines of JSON and files")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--output <folder>", "the folder")
  .addOption(jsonOption())
  .action(async (options: ExportCompanyOptions) =>
    (await import("./commands/company.ts")).exportCompanyCommand(configuration(), options),
  );
company
  .command("delete")
  .description("delete a company with all its data after 30 days; its sending stops at once")
  .requiredOption("--tenant <guid>", "the company")
  .option("--cancel", "cancel the deletion")
  .addOption(jsonOption())
  .action(async (options: DeleteCompanyOptions) =>
    (await import("./commands/company.ts")).deleteCompanyCommand(configuration(), options),
  );
program
  .command("member")
  .description("members")
  .command("create")
  .description("create a member of a company")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--email <address>", "e-mail of the person")
  .addOption(passwordOption("password of a new person"))
  .addOption(passwordStdinOption())
  .requiredOption("--roles <roles>", "roles, comma separated", roleList)
  .addOption(jsonOption())
  .action(async (options: MemberOptions) =>
    (await import("./commands/member.ts")).createMemberCommand(configuration(), options),
  );
program
  .command("key")
  .description("API keys")
  .command("create")
  .description("create an API key of a member")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--email <address>", "e-mail of the member who creates it")
  .addOption(new Option("--scope <scope>", "scope of the key").choices(["read", "full"]).default("full"))
  .option("--roles <roles>", "roles, comma separated; the member's own by default", roleList)
  .option("--name <name>", "name of the key", "Command line")
  .option("--valid-days <days>", "days of validity, at most 730", "730")
  .addOption(jsonOption())
  .action(async (options: KeyOptions) =>
    (await import("./commands/key.ts")).createKeyCommand(configuration(), options),
  );
program
  .command("support")
  .description("support access to companies")
  .command("view")
  .description("grant a person read access to a company for some hours")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--email <address>", "e-mail of the person, who has an account already")
  .option("--hours <hours>", "hours of access, at most 168", "8")
  .addOption(jsonOption())
  .action(async (options: SupportOptions) =>
    (await import("./commands/support.ts")).supportViewCommand(configuration(), options),
  );
const billing = program.command("billing").description("invoices and payments of companies");
billing
  .command("invoice")
  .description("issue an invoice to a company")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--currency <currency>", "CZK or EUR")
  .requiredOption("--amount <amount>", "amount without VAT")
  .requiredOption("--vat-rate <percent>", "rate of VAT")
  .requiredOption("--month <month>", "month of the service, YYYY-MM")
  .addOption(jsonOption())
  .action(async (options: InvoiceOptions) =>
    (await import("./commands/billing.ts")).billingInvoice(configuration(), options),
  );
billing
  .command("pay")
  .description("book the payment of an invoice")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--invoice <id>", "the invoice", parseId)
  .addOption(new Option("--method <method>", "how it was paid").choices(["transfer", "card"]).makeOptionMandatory())
  .addOption(jsonOption())
  .action(async (options: PayOptions) => (await import("./commands/billing.ts")).billingPay(configuration(), options));
billing
  .command("cancel")
  .description("end the paid plan of a company with the running month")
  .requiredOption("--tenant <guid>", "the company")
  .option("--undo", "the plan goes on")
  .addOption(jsonOption())
  .action(async (options: CancelOptions) =>
    (await import("./commands/billing.ts")).billingCancel(configuration(), options),
  );
billing
  .command("close-month")
  .description("issue the invoices of a month that is over to all companies; can be repeated")
  .requiredOption("--month <month>", "the month, YYYY-MM")
  .addOption(jsonOption())
  .action(async (options: CloseMonthOptions) =>
    (await import("./commands/billing.ts")).billingCloseMonth(configuration(), options),
  );
program
  .command("import")
  .description("import contacts from a CSV file")
  .requiredOption("--tenant <guid>", "the company")
  .requiredOption("--file <file>", "the CSV file")
  .requiredOption(
    "--map <mapping>",
    "column=target, comma separated or repeated per column: E-mail=email,Jméno=firstName",
    parseMapping,
  )
  .addOption(new Option("--mode <mode>", "what to do with the rows").choices(importModes).default("upsert"))
  .option("--list <ids>", "lists, comma separated", parseIds)
  .option("--purpose <id>", "purpose of the consents; the company's default one by default", parseId)
  .option("--shop <id>", "shop of new contacts; the first one by default", parseId)
  .option("--source <text>", "source of the addresses")
  .option("--name <name>", "name of the import")
  .addOption(new Option("--encoding <encoding>", "encoding of the file").choices(encodings))
  .option("--delimiter <delimiter>", "delimiter of the file: , ; | or tab", parseDelimiter)
  .option("--consent-confirmed", "the company holds the consents of these people")
  .addOption(jsonOption())
  .action(async (options: ImportCommand) =>
    (await import("./commands/import.ts")).importCommand(configuration(), options),
  );
program
  .command("migrate-from")
  .description(
    "take over contacts, lists, states and custom fields from another platform; continues after an interruption",
  )
  .addArgument(new Argument("<platform>").choices(platforms))
  .requiredOption("--tenant <guid>", "the company")
  .option("--file <path>", "the export: a ZIP, CSV or JSON file, or a folder of them")
  .option("--url <url>", "address of the API (smartemailing)")
  .option("--user <login>", "login of the API")
  .option("--key <key>", "key of the API; better by POSTRIDER_PASSWORD")
  .option("--list <name>", "list of people whose export names none; the platform by default")
  .option("--shop <id>", "shop of new contacts; the first one by default", parseId)
  .addOption(jsonOption())
  .action(async (platform: MigrateFromOptions["platform"], options: Omit<MigrateFromOptions, "platform">) =>
    (await import("./commands/migrate-from.ts")).migrateFrom(configuration(), { ...options, platform }),
  );
program
  .command("journal")
  .description("readers of the journal")
  .command("retry")
  .description("process the parked entries of a company again; see doctor")
  .requiredOption("--tenant <guid>", "the company")
  .option("--reader <reader>", "only those of this reader")
  .addOption(jsonOption())
  .action(async (options: RetryOptions) =>
    (await import("./commands/journal.ts")).retryParkedCommand(configuration(), options),
  );
program
  .command("distribute")
  .description("distribute the tables of companies over the nodes of a Citus cluster; can be repeated")
  .option("--shards <count>", "shards of each table, fixed at the first run", parseShards, 32)
  .addOption(jsonOption())
  .action(async (options: DistributeOptions) =>
    (await import("./commands/distribute.ts")).distributeCommand(configuration(), options),
  );
program
  .command("rotate-data-key")
  .description("encrypt the stored secrets with a new data key; continues after an interruption")
  .addOption(jsonOption())
  .action(async (options: JsonOption) =>
    (await import("./commands/rotate-data-key.ts")).rotateDataKeyCommand(configuration(), options),
  );
program
  .command("backup")
  .description("write a consistent copy of the database and stored files")
  .argument("<file>")
  .addOption(jsonOption())
  .action(async (file: string, options: JsonOption) =>
    (await import("./commands/backup.ts")).runBackup(configuration(), file, { json: options.json === true }),
  );
program
  .command("restore")
  .description("load a backup into an empty database")
  .argument("<file>")
  .addOption(jsonOption())
  .action(async (file: string, options: JsonOption) =>
    (await import("./commands/restore.ts")).runRestore(configuration(), file, { json: options.json === true }),
  );
program
  .command("doctor")
  .description("check the installation and suggest fixes")
  .addOption(jsonOption())
  .action(async (options: JsonOption) =>
    (await import("./commands/doctor.ts")).runDoctor(configuration(), { json: options.json === true }),
  );

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
  // Otherwise the open channel to the supervisor keeps an HTTP process of `start` alive.
  process.channel?.unref();
}
