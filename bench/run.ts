import { benchBucket } from "./bucket.ts";
import { benchContacts } from "./contacts.ts";
import { benchImports } from "./imports.ts";
import { benchLists } from "./lists.ts";
import { benchExports } from "./exports.ts";
import { benchMemory } from "./memory.ts";
import { benchMillion } from "./million.ts";
import { benchSegments } from "./segments.ts";
import { benchStatistics } from "./statistics.ts";
import { benchRender } from "./render.ts";
import { benchCampaigns } from "./campaigns.ts";
import { benchSending } from "./sending.ts";
import { benchTracking } from "./tracking.ts";
import { benchTwig } from "./twig.ts";

/** `npm run bench [name …]`: one JSON line a claim. */
const benches: Readonly<Record<string, () => Promise<object[]>>> = {
  contacts: benchContacts,
  million: benchMillion,
  segments: benchSegments,
  bucket: benchBucket,
  exports: benchExports,
  memory: benchMemory,
  imports: benchImports,
  lists: benchLists,
  render: benchRender,
  tracking: benchTracking,
  twig: benchTwig,
  sending: benchSending,
  campaigns: benchCampaigns,
  statistics: benchStatistics,
};

const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? Object.keys(benches) : asked;
for (const name of chosen) {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`no bench ${name}: ${Object.keys(benches).join(", ")}`);
  for (const line of await bench()) console.log(JSON.stringify(line));
}
