/** Where a workflow of GitHub is. */
export const WORKFLOW = ".github/workflows/heir.yml";

/** The workflow that is shipped with heir, for an inventory in a folder; `""` is the top. */
export function workflowText(shipped: string, folder: string): string {
  if (folder === "") return shipped;
  const where = `defaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n\n`;
  return shipped
    .replace(/^jobs:$/m, `${where}jobs:`)
    .replace("sarif_file: heir.sarif", () => `sarif_file: ${JSON.stringify(`${folder}/heir.sarif`)}`);
}

/** The lines for a `.gitlab-ci.yml`: the shipped job, which finds the inventory from the top. */
export const GITLAB_LINES = ["include:", "  - local: heir.gitlab-ci.yml   # of integrations/gitlab in heir"] as const;
