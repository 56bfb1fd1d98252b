export { diagnoseBatch } from './batch.js';
export { diagnoseText, printedAnswer } from './printed-answer.js';
export { printedReport } from './printed-report.js';
