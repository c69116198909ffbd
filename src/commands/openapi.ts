import { publicUrlOf, type Config } from "../config/config.ts";
import { openApiDocument } from "../http/openapi/document.ts";

export function printOpenApi(config: Config): void {
  const servers = config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config)];
  console.log(JSON.stringify(openApiDocument(servers), null, 2));
}
