import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * The floor of the alarm latency, in a separate process: bytes received over TCP are sent over WebSocket and into a
 * page's DOM, unparsed. Sends its parent the ports.
 */
const page = `<!doctype html><html lang="en"><title>echo</title><ul></ul><script>
new WebSocket('ws://' + location.host).onmessage = ({ data }) => {
  const row = document.createElement('li');
  row.setAttribute('aria-label', data);
  document.querySelector('ul').replaceChildren(row);
};
</script></html>`;

const http = createHttpServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
});
const sockets = new WebSocketServer({ server: http });
const tcp = createTcpServer({ noDelay: true }, (device) => {
  device.on('data', (bytes) => {
    for (const browser of sockets.clients) browser.send(bytes.toString('utf8'));
  });
});

/** Message to the parent process. */
export interface EchoPorts {
  http: number;
  tcp: number;
}

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;
http.listen(0, '127.0.0.1', () => {
  tcp.listen(0, '127.0.0.1', () => {
    process.send?.({ http: portOf(http), tcp: portOf(tcp) } satisfies EchoPorts);
  });
});
process.on('disconnect', () => process.exit());
