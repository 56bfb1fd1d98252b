/** The folder of an asset, without the file's name and the slashes around it. */
export function folderOf(path: string): string {
  const parts = path.replace(/^\/+/, '').split('/');
  return parts.slice(0, -1).join('/') || '/';
}
