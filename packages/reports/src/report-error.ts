/**
 * Why nothing of a file was read.
 * - unknown_format: the content is none of the formats, or no format has the given name
 * - not_a_report: the file is empty, or the content is not of the given format
 * - malformed: the file breaks off, or breaks the rules of XML or JSON, before the first element
 * - forbidden: an XML file with a document type, which could define entities
 */
export type ReportErrorCode = 'unknown_format' | 'not_a_report' | 'malformed' | 'forbidden';

export class ReportError extends Error {
  readonly code: ReportErrorCode;

  constructor(message: string, { code, cause }: { readonly code: ReportErrorCode; readonly cause?: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}

/** Ends the reading. The tests read so far count, and the summary names the reason and the place. */
export class StopReading extends Error {}

export const DOCTYPE_REFUSED =
  'The file has a document type (<!DOCTYPE …>), which is not accepted because it can define entities.';
