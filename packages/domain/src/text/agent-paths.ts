/** An absolute path with at least two folders, but no URL. Names may contain spaces only after a drive letter. */
const ABSOLUTE_PATH =
  /(?<![\w:/\\.…])(?:[A-Za-z]:(?:[\\/][^\\/:*?"'<>|()\r\n]{1,120}){3,60}|(?:\/[^\\/\s:*?"'<>|()]{1,120}){3,60})/g;

/** Unreal's names of packages look like paths. */
const PACKAGE = /^\/(?:Game|Engine|Script)\//;

/** Everything up to the repository, by the layout of the agent's folders. */
const ROOTS: readonly RegExp[] = [
  // Jenkins
  /^.*?[\\/]workspace[\\/][^\\/]+[\\/]/i,
  // Azure Pipelines
  /^.*?[\\/]_work[\\/]\d+[\\/]s[\\/]/i,
  // GitHub Actions
  /^.*?[\\/]_?work[\\/]([^\\/]+)[\\/]\1[\\/]/i,
  // The folders of a game project or an engine, wherever an agent keeps it
  /^.*?[\\/](?=(?:Assets|Config|Content|Engine|Packages|Plugins|ProjectSettings|Shaders|Source)[\\/])/i,
];

/** All but the last two folders and the name, in places where agents keep their work. */
const FAR_FOLDERS = /^(?:[A-Za-z]:|\/(?:builds|home|mnt|opt|srv|Users|var))[\\/].*(?=(?:[\\/][^\\/]+){3}$)/;

/** Shortens the paths of build agents in a text to the part inside the repository, as far as it can be recognized. */
export function shortenAgentPaths(text: string): string {
  return text.replace(ABSOLUTE_PATH, (path) => {
    if (PACKAGE.test(path)) return path;
    const root = ROOTS.find((pattern) => pattern.test(path));
    return root === undefined ? path.replace(FAR_FOLDERS, '…') : path.replace(root, '');
  });
}
