import { ConfigError } from "../config/config.ts";
import { isUnreachable } from "../db/client.ts";
import { DistributionError } from "../db/distribution/errors.ts";
import { EmbeddedError } from "../db/embedded/errors.ts";
import { MigrationError } from "../db/migrate.ts";
import { ApiError } from "../kernel/errors.ts";
import { MailConfigError } from "../mail/outcome.ts";
import { InputError } from "./arguments.ts";
import { describeApiError } from "./rejected-options.ts";

/** An error that the operator can act on is one line; anything else is shown with its stack. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return `postrider: ${describeApiError(error)}`;
  if (error instanceof EmbeddedError || error instanceof DistributionError || error instanceof MigrationError)
    return error.message;
  if (error instanceof ConfigError || error instanceof MailConfigError || error instanceof InputError)
    return `postrider: ${error.message}`;
  if (isUnreachable(error)) return "The database is unreachable: check DATABASE_URL and that the server is running.";
  if (!(error instanceof Error)) return String(error);
  return explainSystemError(error) ?? error.stack ?? error.message;
}

type SystemError = Error & { code?: string; syscall?: string; address?: string; port?: number };

/** System errors have no useful stack. */
function explainSystemError({ code, syscall, address, port, message }: SystemError): string | undefined {
  if (syscall === undefined) return undefined;
  // `bind` in a process that shares its port with others.
  if (code !== "EADDRINUSE" || (syscall !== "listen" && syscall !== "bind")) return `postrider: ${message}`;
  return `Port ${port} of ${address} is in use by another program: stop it, or choose another port (PORT, METRICS_PORT, INBOUND_SMTP_PORT).`;
}
