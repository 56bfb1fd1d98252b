import { listProjects } from '@slipway/contracts';
import { boundData } from '../bound-data.js';
import { defineResource } from '../define-resource.js';
import { fence } from '../fence.js';
import { renderText } from '../render-text.js';

const URI = 'slipway://projects';

export const resource = defineResource({
  endpoints: [listProjects],
  register(server, contextOf) {
    const config = {
      title: 'Projects',
      description: 'The projects that the token can see, with id, name and engine.',
      mimeType: 'text/plain',
    };
    server.registerResource('projects', URI, config, async (uri, context) => {
      const { client, signal } = contextOf(context);
      const { data } = boundData(await client.call(listProjects, { signal }));
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: fence(renderText(data)) }] };
    });
  },
});
