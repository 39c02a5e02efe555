import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Separate process. Answers every request with 200 and closes. Prints its port. `target.ts [certificate key]` */
const [certificate, key] = process.argv.slice(2)
const answer: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' }).end('all is well')
}
const server =
  certificate && key
    ? createSecureServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer)
    : createServer(answer)
server.listen(0, '0.0.0.0', 4096, () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
