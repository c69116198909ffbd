import { handleJob, type BackgroundParts } from "../../feature.ts";
import { letterJob, letterSweepJob } from "./letters/job.ts";
import { sendLetter, sweepLetters } from "./letters/send.ts";
import { welcomeSource } from "./welcome/source.ts";
import { forgetJob, forgetUnconfirmed } from "./forget.ts";

export const background: BackgroundParts = {
  messageSources: [welcomeSource],
  jobs: [
    handleJob(letterJob, sendLetter),
    handleJob(letterSweepJob, (worker) => sweepLetters(worker, worker.confirmLinkS)),
    handleJob(forgetJob, forgetUnconfirmed),
  ],
};
