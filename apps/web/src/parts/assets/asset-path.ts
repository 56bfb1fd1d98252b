/** The folder of an asset, without the file name and surrounding slashes. */
export function folderOf(path: string): string {
  const parts = path.replace(/^\/+/, '').split('/');
  return parts.slice(0, -1).join('/') || '/';
}
