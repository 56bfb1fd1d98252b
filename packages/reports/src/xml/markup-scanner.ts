import { StopReading } from '../report-error.js';

export interface MarkupHandler {
  /** A tag from `<` to `>`. Values of attributes are cut to MAX_VALUE. */
  tag(markup: string): void;
  /** Text between tags as it stands in the file; no entity is split. */
  characters(text: string): void;
  cdata(text: string): void;
  doctype(): void;
}

const MAX_VALUE = 65_536;
const MAX_TAG = 524_288;
const LONGEST_ENTITY = 12;
const TAG = /<[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*>/y;
const TAG_PART = /["'<>]/g;
const DECLARATIONS = ['<!--', '<![CDATA[', '<!DOCTYPE'];

/**
 * Splits XML into tags and text without keeping text in memory. A parser such as saxes reports a text only when it has
 * read all of it, so that a log of 300 MB in one element would become one string.
 */
export class MarkupScanner {
  readonly #handler: MarkupHandler;
  #read: (text: string, at: number) => number = this.#readContent;
  #rest = '';
  #restOffset = 0;
  #at = 0;
  #tag = '';
  #quote = '';
  #valueLength = 0;

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  get offset(): number {
    return this.#restOffset + this.#at;
  }

  /** Whether a tag, comment or the like has begun and not ended. */
  get isInsideMarkup(): boolean {
    return this.#read !== this.#readContent || this.#rest !== '';
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    this.#at = 0;
    let next = this.#read(text, 0);
    while (next > this.#at) {
      this.#at = next;
      next = this.#read(text, next);
    }
    this.#rest = text.slice(next);
    this.#restOffset += next;
    this.#at = 0;
  }

  /** Each reader returns where the next one goes on, or its own position if it needs more text. */
  #readContent(text: string, at: number): number {
    const tag = text.indexOf('<', at);
    if (tag !== at) return this.#readCharacters(text, at, tag);
    const next = text[at + 1];
    if (next === undefined) return at;
    if (next === '!') return this.#readDeclaration(text, at);
    if (next === '?') return this.#go(this.#readInstruction, at + 2);
    TAG.lastIndex = at;
    const whole = TAG.exec(text);
    if (!whole) return this.#beginTag(at);
    this.#handler.tag(whole[0]);
    return TAG.lastIndex;
  }

  #go(read: (text: string, at: number) => number, at: number): number {
    this.#read = read;
    return at;
  }

  #readCharacters(text: string, at: number, tag: number): number {
    const end = tag === -1 ? beforeOpenEntity(text, at) : tag;
    if (end > at) this.#handler.characters(text.slice(at, end));
    return end;
  }

  #readDeclaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return this.#go(this.#readComment, at + 4);
    if (text.startsWith('<![CDATA[', at)) return this.#go(this.#readCdata, at + 9);
    const start = text.slice(at, at + 9);
    if (/^<!doctype/i.test(start)) this.#handler.doctype();
    if (DECLARATIONS.some((declaration) => declaration.startsWith(start.toUpperCase()))) return at;
    throw new StopReading('“<!” begins neither a comment nor a CDATA section.');
  }

  #readComment(text: string, at: number): number {
    return this.#skipTo('-->', text, at);
  }

  #readInstruction(text: string, at: number): number {
    return this.#skipTo('?>', text, at);
  }

  #skipTo(end: string, text: string, at: number): number {
    const found = text.indexOf(end, at);
    if (found !== -1) return this.#go(this.#readContent, found + end.length);
    return Math.max(at, text.length - end.length + 1);
  }

  #readCdata(text: string, at: number): number {
    const found = text.indexOf(']]>', at);
    const end = found === -1 ? Math.max(at, text.length - 2) : found;
    if (end > at) this.#handler.cdata(text.slice(at, end));
    return found === -1 ? end : this.#go(this.#readContent, found + 3);
  }

  #beginTag(at: number): number {
    this.#tag = '<';
    this.#quote = '';
    return this.#go(this.#readTag, at + 1);
  }

  /** A tag that is not yet complete, or that contains `<` in a value. */
  #readTag(text: string, at: number): number {
    if (this.#quote !== '') return this.#readValue(text, at);
    TAG_PART.lastIndex = at;
    const part = TAG_PART.exec(text);
    const end = part?.index ?? text.length;
    this.#tag += text.slice(at, end);
    if (this.#tag.length > MAX_TAG) throw new StopReading(`A tag is longer than ${MAX_TAG} characters.`);
    if (part === null) return end;
    if (part[0] === '<') throw new StopReading('A tag begins inside another tag.');
    this.#tag += part[0];
    if (part[0] === '>') {
      this.#go(this.#readContent, end);
      this.#handler.tag(this.#tag);
    } else {
      this.#quote = part[0];
      this.#valueLength = 0;
    }
    return end + 1;
  }

  #readValue(text: string, at: number): number {
    const found = text.indexOf(this.#quote, at);
    const end = found === -1 ? text.length : found;
    const kept = text.slice(at, Math.min(end, at + MAX_VALUE - this.#valueLength));
    this.#valueLength += kept.length;
    this.#tag += kept;
    if (found === -1) return end;
    this.#tag += this.#quote;
    this.#quote = '';
    return end + 1;
  }
}

/** The end of the text, or the start of an entity that the text cuts in two. */
function beforeOpenEntity(text: string, at: number): number {
  const start = text.lastIndexOf('&');
  const isOpen = start >= at && start > text.length - LONGEST_ENTITY && !text.includes(';', start);
  return isOpen ? start : text.length;
}
