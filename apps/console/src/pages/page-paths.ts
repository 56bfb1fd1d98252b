/** The addresses of the console's pages. Others are answered with 404, and with the page that says so. */
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
