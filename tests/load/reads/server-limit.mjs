// The limit: node:http that returns the same bytes without looking anything up.
import { createServer } from 'node:http';

const bodies = new Map(Object.entries(JSON.parse(process.env.BODIES)));
const server = createServer((request, response) => {
  const body = bodies.get(request.url);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
