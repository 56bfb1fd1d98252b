import { CulpritSearch, getCulpritSearch, stopCulpritSearch } from '@slipway/contracts';
import { chooseProblem, problemOptions } from '../bisect/choose-problem.js';
import { openSearchService } from '../bisect/search-service.js';
import { defineCommand } from '../define-command.js';
import { fieldsOf } from '../output/json.js';
import { scopeNote } from '../resources/scope-note.js';
import { showCulpritSearch } from '../resources/show-culprit-search.js';

export const status = defineCommand({
  summary: 'Show how far the search for a culprit is',
  examples: ['slipway bisect status', 'slipway bisect status --job Harbor-Win64 --json state,explanation'],
  ...scopeNote(getCulpritSearch),
  project: true,
  json: fieldsOf(CulpritSearch),
  options: problemOptions,
  async run(context, choice) {
    const service = await openSearchService(context, await chooseProblem(context, choice));
    const search = await service.read();
    await context.output.record(search, showCulpritSearch(search));
  },
});

export const stop = defineCommand({
  summary: 'Stop the search for a culprit',
  examples: ['slipway bisect stop', 'slipway bisect stop --problem 12'],
  ...scopeNote(stopCulpritSearch),
  project: true,
  json: fieldsOf(CulpritSearch),
  options: problemOptions,
  async run(context, choice) {
    const path = await chooseProblem(context, choice);
    const search = await (await openSearchService(context, path)).stop();
    if (context.output.json !== null) return context.output.value(search);
    context.output.line(`No search for the culprit of problem ${path.problem_id} is active now.`);
  },
});
