/**
 * `owner/name` by GitHub's rules: letters, digits and hyphens, and also `_` for managed users and names, `.` for names.
 * Names come from webhooks and become part of paths, so neither `..` nor a second slash is one.
 */
export const GITHUB_REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
