export { diagnoseBatch } from './batch.js';
export { diagnoseTimed, printedAnswer } from './printed-answer.js';
export { printedReport } from './printed-report.js';
