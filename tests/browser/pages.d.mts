/** The paths of the demo's pages. */
export function demoPages(demo: {
  readonly base_url: string;
  readonly tokens: Readonly<Record<'full', string>>;
  readonly projects: Readonly<Record<'main', number>>;
  readonly integrations: Readonly<Record<'jenkins', { readonly id: number }>>;
}): Promise<string[]>;
