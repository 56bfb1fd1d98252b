export { examineObjectStore } from './examine-store.js';
export { createDictionary, type LogDictionary } from './log/dictionary.js';
export { compilePattern } from './log/line-pattern.js';
export { createLogBuilder, type PackedChunk } from './log/log-builder.js';
export { decodeIndex, encodeIndex, type IndexedChunk, type LogIndex } from './log/log-index.js';
export { createLogReader } from './log/log-reader.js';
export { FINISHED_QUALITY } from './log/pack-chunk.js';
export { watchObjectStore } from './watch-object-store.js';
