// `npm run check:integrations`: tests the files of integrations/ and .pre-commit-hooks.yaml with the programs they are for.
// Both halves run, and it fails if either does.
//
//   node scripts/check-integrations.js [NAME...]      (only programs whose name contains one of these)

import { ready, runJob } from "./ready.js";
import { runTrials } from "./trials.js";
import { consumers } from "./try-consumers.js";
import { integrations } from "./try-integrations.js";

await runJob(() => {
  ready();
  return runTrials([integrations, consumers], process.argv.slice(2));
});
