import { SaxesParser } from 'saxes';

/** An element of an answer, with the text of the elements in it by name. The answers of S3 need nothing deeper. */
type XmlFields = Readonly<Record<string, string>>;

interface OpenElement {
  readonly name: string;
  text: string;
  readonly fields: Record<string, string>;
}

/** The elements of a name, at any depth. Something that is not XML has none. */
export function readElements(xml: string, wanted: string): XmlFields[] {
  const found: XmlFields[] = [];
  const open: OpenElement[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => void open.push({ name, text: '', fields: {} }));
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) return;
    const parent = open.at(-1);
    if (parent !== undefined) parent.fields[element.name] = element.text;
    if (element.name === wanted) found.push(element.fields);
  });
  try {
    parser.write(xml).close();
  } catch {
    return [];
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
