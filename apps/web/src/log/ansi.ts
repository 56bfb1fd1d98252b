import { lastVersion, TERMINAL_SEQUENCE } from '@slipway/diagnosis/lines';

export interface Segment {
  readonly text: string;
  /** Class names for its color and weight; empty for plain text. */
  readonly look: string;
}

interface Style {
  readonly colour: string;
  readonly isBold: boolean;
}

const PLAIN: Style = { colour: '', isBold: false };
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
/** Of the 256 colors, tools use the 16 basic ones. */
const BASIC_COLORS = 16;

const ESCAPE = '\u001b';

/** Cuts colored lines into segments, and omits lines without color. A color lasts until it is changed. */
export function colourLines(lines: readonly string[]): ReadonlyMap<number, readonly Segment[]> {
  const coloured = new Map<number, readonly Segment[]>();
  let style = PLAIN;
  for (const [index, line] of lines.entries()) {
    if (style === PLAIN && !line.includes(ESCAPE)) continue;
    const cut = cutLine(lastVersion(line), style);
    style = cut.style;
    coloured.set(index, cut.segments);
  }
  return coloured;
}

function cutLine(line: string, before: Style): { segments: Segment[]; style: Style } {
  const segments: Segment[] = [];
  let style = before;
  let at = 0;
  const add = (text: string) => text !== '' && segments.push({ text, look: lookOf(style) });
  for (const match of line.matchAll(TERMINAL_SEQUENCE)) {
    add(line.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') style = applyCodes(match[1] ?? '', style);
  }
  add(line.slice(at));
  return { segments, style };
}

/** Extended colors: `38;5;n` is one of 256, `38;2;r;g;b` is any color; 48 sets the background instead. */
const EXTENDED = /(?:^|;)([34]8);(?:5;(\d+)|2;\d+;\d+;\d+)/g;

function applyCodes(codes: string, before: Style): Style {
  let style = before;
  const rest = codes.replaceAll(':', ';').replace(EXTENDED, (_all, ground: string, colour?: string) => {
    if (ground === '38') style = { ...style, colour: colour === undefined ? '' : indexed(Number(colour)) };
    return '';
  });
  const isOnlyExtended = rest === '' && codes !== '';
  if (!isOnlyExtended) for (const code of rest.split(';')) style = applyCode(Number(code), style);
  return style.colour === '' && !style.isBold ? PLAIN : style;
}

function applyCode(code: number, style: Style): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, isBold: true };
  if (code === 22) return { ...style, isBold: false };
  if (code === 39) return { ...style, colour: '' };
  if (code >= 30 && code <= 37) return { ...style, colour: indexed(code - 30) };
  if (code >= 90 && code <= 97) return { ...style, colour: indexed(code - 90 + 8) };
  return style;
}

function indexed(colour: number): string {
  return colour < BASIC_COLORS ? (NAMES[colour % 8] ?? '') : '';
}

function lookOf({ colour, isBold }: Style): string {
  return [colour && `ansi-${colour}-fg`, isBold && 'font-semibold'].filter(Boolean).join(' ');
}
