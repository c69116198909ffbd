import { handleJob, type BackgroundParts } from "../../feature.ts";
import { fileSweepJob, sweepFiles } from "./blobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(fileSweepJob, async ({ db, files, clock, log }) => {
      const count = await sweepFiles(db, files.store, clock);
      if (count > 0) log.info({ count }, "deleted file content without references");
    }),
  ],
};
