/** The paths of the console's pages. Any other path gets the 404 page. */
const PAGES = [
  /^\/$/,
  /^\/(?:feed|approvals|deliveries|insights|connect)$/,
  /^\/deliveries\/[^/]+\/[^/]+$/,
  /^\/projects\/\d+(?:\/[a-z-]+(?:\/[^/]+)*)?$/,
  /^\/settings(?:\/[a-z-]+)*$/,
];

export function isPagePath(path: string): boolean {
  return PAGES.some((page) => page.test(path));
}
