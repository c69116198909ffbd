import type { JobInput, JobKind, JobOutput, JobRequest } from "./sandbox/jobs.ts";
import { isChildRequest, type ChildRequest } from "./sandbox/protocol.ts";

type Run<Kind extends JobKind> = (input: JobInput<Kind>) => JobOutput<Kind> | Promise<JobOutput<Kind>>;

/** Libraries are loaded with the first job that needs them. */
const implementations: { readonly [Kind in JobKind]: () => Promise<Run<Kind>> } = {
  compile_html: async () => (await import("./mail/render/compile-html.ts")).compileHtml,
  count_html: async () => (await import("./mail/render/complexity.ts")).countHtml,
  compile_mjml: async () => (await import("./mail/render/mjml.ts")).loadMjmlCompiler(),
  lint_email: async () => (await import("./mail/render/lint.ts")).lintEmail,
  find_spam_rules: async () => (await import("./mail/render/find-spam-rules.ts")).findSpamRules,
  read_raster: async () => (await import("./features/files/inspect/images.ts")).readRaster,
  rasterise_svg: async () => (await import("./features/files/inspect/images.ts")).rasteriseSvg,
  draw_play_button: async () => (await import("./features/files/videos/play-button.ts")).drawPlayButton,
  read_dmarc_report: async () => (await import("./mail/inbound/dmarc/read-report.ts")).readDmarcReport,
};

async function loadJob<Kind extends JobKind>({ kind, input }: JobRequest<Kind>) {
  const run = await implementations[kind]();
  return () => run(input);
}

async function load(request: ChildRequest): Promise<() => unknown> {
  if (request.kind !== "render_twig") return loadJob(request);
  const { renderBatch } = await import("./sandbox/twig/render-batch.ts");
  return () => renderBatch(request);
}

/** The process holds no other data, so that a sandbox escape reaches nothing. */
async function answer(request: ChildRequest) {
  const { id } = request;
  try {
    const run = await load(request);
    // A process that dies before this line was not killed by the content.
    process.send?.({ id, begins: true });
    process.send?.({ id, answer: await run() });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

process.on("message", (message: unknown) => {
  if (isChildRequest(message)) void answer(message);
});
process.on("disconnect", () => process.exit(0));
