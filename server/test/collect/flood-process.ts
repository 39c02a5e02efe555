import http from 'node:http'

/** A process that posts to one website as fast as it is answered, on many connections, until it is killed. */
const CONNECTIONS = 100
const [port = '', tracking_id = '', domain = ''] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const headers = {
  'content-type': 'text/plain',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
}
let count = 0
const answers: Record<string, number> = {}

function post(): void {
  const body = JSON.stringify([
    { n: 'pageview', u: `https://${domain}/flood`, w: 1000, i: String(++count), k: 0, r: '' },
  ])
  const request = http.request(
    { agent, port, host: '127.0.0.1', path: `/t/${tracking_id}`, method: 'POST', headers },
    (response) => {
      const status = String(response.statusCode)
      answers[status] = (answers[status] ?? 0) + 1
      response.resume()
      response.on('end', post)
    },
  )
  request.on('error', post)
  request.end(body)
}
for (let n = 0; n < CONNECTIONS; n++) post()
process.on('message', () => process.send?.(answers))
process.on('disconnect', () => process.exit())
