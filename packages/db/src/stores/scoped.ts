/** The scope every applied effect carries: who it belongs to and who sent it. */
export interface Scoped {
  readonly accountId: number;
  readonly projectId: number;
  readonly integrationId: number;
}
