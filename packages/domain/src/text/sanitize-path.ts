import { sanitizeText } from './sanitize-text.js';

/** `@2x`, `@1.5x`: the scale in an image's file name, plain or escaped by Perforce. No domain ends like this. */
const SCALE_SUFFIX =
  /((?:@|%40)\d{1,2}(?:\.\d{1,2})?x(?=(?:\.(?:png|jpe?g|webp|gif|tga|psd|bmp|tiff?|exr|dds|svg|ktx|uasset|meta)){0,2}$))/i;

/** Removes email addresses from a file path, but not the scale in a file name (`icon@2x.png`). */
export function sanitizePath(path: string): string {
  return path
    .split(SCALE_SUFFIX)
    .map((part, index) => (index % 2 === 0 ? sanitizeText(part) : part))
    .join('');
}
