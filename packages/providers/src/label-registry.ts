// Generated from the folder by `npm run generate`. Do not edit.

export const providerLabels: Readonly<Record<string, string>> = {
  asana: "Asana",
  buildkite: "Buildkite",
  deployment: "Deployment",
  diversion: "Diversion",
  game_engine: "Game engine",
  github: "GitHub",
  jenkins: "Jenkins",
  jira: "Jira",
  linear: "Linear",
  lore: "Lore",
  monday: "monday.com",
  perforce: "Perforce",
  trello: "Trello",
};
