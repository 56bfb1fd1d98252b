import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { ReportReader } from '../define-format.js';
import type { ReportLimits } from '../limits.js';
import { DOCTYPE_REFUSED, ReportError, StopReading } from '../report-error.js';
import type { Clip } from '../text/clip.js';
import { decodeEntities, tolerantTag } from './entities.js';
import { type MarkupHandler, MarkupScanner } from './markup-scanner.js';

export interface XmlElement {
  /** Without a namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly parent: XmlElement | null;
}

export interface XmlHandler {
  /** Returns where the text of the element goes, if anything needs it. */
  open(element: XmlElement): Clip | null;
  close(element: XmlElement): void;
  /** As in ReportReader. */
  finish?(isCut: boolean): void;
}

/** What saxes reports although the tag can be read. */
const TOLERATED = new Set(['disallowed character.', 'malformed character entity.', 'undefined entity.']);
const MAX_ATTRIBUTES = 1_000;

/**
 * Reads XML as events. saxes judges the tags: names, attributes, nesting. Text does not pass through it (see
 * MarkupScanner).
 */
export class XmlReader implements ReportReader, MarkupHandler {
  readonly #handler: XmlHandler;
  readonly #limits: ReportLimits;
  readonly #scanner = new MarkupScanner(this);
  readonly #parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  readonly #clips: (Clip | null)[] = [];
  /** Of the open elements, as the file has them. */
  readonly #names: string[] = [];
  #element: XmlElement | null = null;
  #attributes = 0;
  hasBegun = false;

  constructor(handler: XmlHandler, limits: ReportLimits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#parser.on('error', ({ message }) => {
      if (!TOLERATED.has(message)) throw new StopReading(`Not well-formed XML: ${message}`);
    });
    this.#parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > MAX_ATTRIBUTES)
        throw new StopReading(`An element has more than ${MAX_ATTRIBUTES} attributes.`);
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', () => this.#close());
  }

  get offset(): number {
    return this.#scanner.offset;
  }

  write(text: string): void {
    this.#scanner.write(text);
  }

  end(): void {
    if (this.#element) throw new StopReading(`The file ends inside <${this.#element.name}>.`);
    if (!this.hasBegun || this.#scanner.isInsideMarkup) throw new StopReading('The file ends inside a tag.');
  }

  finish(isCut: boolean): void {
    this.#handler.finish?.(isCut);
  }

  tag(markup: string): void {
    this.#attributes = 0;
    if (markup[1] === '/') this.#checkEnd(markup);
    this.#parser.write(tolerantTag(markup));
  }

  characters(text: string): void {
    const clip = this.#clips.at(-1);
    if (clip) clip.add(decodeEntities(text));
    else if (this.#element === null && text.replaceAll('\0', '').trim() !== '')
      throw new StopReading(`There is text ${this.hasBegun ? 'after' : 'before'} the outermost element.`);
  }

  cdata(text: string): void {
    this.#clips.at(-1)?.add(text);
  }

  doctype(): void {
    if (this.hasBegun) throw new StopReading('A document type follows the outermost element.');
    throw new ReportError(DOCTYPE_REFUSED, { code: 'forbidden' });
  }

  /** saxes reports the element as closed before it compares the names. */
  #checkEnd(markup: string): void {
    const name = markup.slice(2, -1).trimEnd();
    const open = this.#names.at(-1);
    if (name !== open)
      throw new StopReading(`Not well-formed XML: </${name.slice(0, 100)}> ends <${open ?? ''}>.`);
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    if (this.#clips.length >= this.#limits.depth)
      throw new StopReading(`Elements are nested more than ${this.#limits.depth} deep.`);
    this.hasBegun = true;
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, parent: this.#element };
    this.#element = element;
    this.#names.push(name);
    this.#clips.push(this.#handler.open(element));
  }

  #close(): void {
    const element = this.#element;
    if (!element) return;
    this.#handler.close(element);
    this.#clips.pop();
    this.#names.pop();
    this.#element = element.parent;
  }
}
