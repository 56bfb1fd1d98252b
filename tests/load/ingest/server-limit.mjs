// The limit: node:http that reads and parses the same body and answers, and does nothing with it.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { job_name } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const body = JSON.stringify({ status: 'accepted', delivery_id: job_name });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
