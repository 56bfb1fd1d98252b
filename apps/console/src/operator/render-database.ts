import { MIN_HISTORY_DAYS } from '@slipway/contracts';
import {
  type DiskForecast,
  describeBytes,
  describeDisk,
  describeGrowth,
  type GroupForecast,
} from '@slipway/domain';
import { type Html, html } from '../pages/html.js';

export function renderDatabase(forecast: DiskForecast): string {
  const groups = forecast.groups.toSorted((a, b) => b.bytes - a.bytes);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Database · Slipway</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Database</h1>
<p><strong>${describeDisk(forecast)}</strong></p>
<p>${describeGrowth(forecast)}</p>
<table>
<thead><tr>
<th scope="col">Data</th><th scope="col">Size</th><th scope="col">New a day</th><th scope="col">Retained</th>
<th scope="col">Levels off at</th><th scope="col">With ${MIN_HISTORY_DAYS} days</th>
</tr></thead>
<tbody>${groups.map(renderGroup)}</tbody>
</table>
<p class="note">Sizes include indexes. What is new a day is estimated from the rows of the last seven days. The last
column is the size with the shortest retention that the setting allows. Log files, the write-ahead log and other
databases on the disk are not counted.</p>
<p><a href="/queues">Queues</a></p>
</main>
</body>
</html>
`.text;
}

const size = (bytes: number | null, unknown: string) => (bytes === null ? unknown : describeBytes(bytes));

function renderGroup({ name, bytes, bytesPerDay, setting, retentionDays, ...group }: GroupForecast): Html {
  const days = retentionDays === null ? 'Forever' : `${retentionDays} days`;
  return html`<tr>
<th scope="row">${name.charAt(0).toUpperCase() + name.slice(1)}</th>
<td>${describeBytes(bytes)}</td>
<td>${size(bytesPerDay, 'Unknown')}</td>
<td>${days}${setting === null ? null : html`<br><code>${setting}</code>`}</td>
<td>${size(group.levelsOffAt, retentionDays === null ? 'Never' : 'Unknown')}</td>
<td>${size(group.bytesIfShortest, '—')}</td>
</tr>`;
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }
main { max-width: 60rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
code { font-size: .8em; opacity: .75; }
.note { opacity: .75; font-size: .9em; }
`;
