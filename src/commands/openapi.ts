import { publicUrlOf, type Config } from "../config.ts";
import { openApiDocument } from "../http/openapi.ts";

export function printOpenApi(config: Config): void {
  const servers = config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config)];
  console.log(JSON.stringify(openApiDocument(servers), null, 2));
}
