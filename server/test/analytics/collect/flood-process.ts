import net from 'node:net'

/**
 * Posts to one website on many connections as fast as responses arrive, until it is killed. It uses raw sockets because it shares two
 * cores with the server, and an HTTP client would use as much CPU as the server.
 */
const CONNECTIONS = 100
const [port = '', tracking_id = '', domain = ''] = process.argv.slice(2)
const head =
  `POST /t/${tracking_id} HTTP/1.1\r\nHost: watch.example.com\r\nContent-Type: text/plain\r\n` +
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0\r\n'
let count = 0
const answers: Record<string, number> = {}

function flood(): void {
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.setNoDelay(true)
  const post = (): void => {
    const body = `[{"n":"pageview","u":"https://${domain}/flood","w":1000,"i":"${++count}","k":0,"r":""}]`
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  }
  let answer = ''
  socket.on('connect', post)
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
    if (!answer.includes('\r\n\r\n')) return
    const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
    answers[status] = (answers[status] ?? 0) + 1
    answer = ''
    post()
  })
  socket.on('error', () => undefined)
  socket.on('close', flood)
}
for (let n = 0; n < CONNECTIONS; n++) flood()
process.on('message', () => process.send?.(answers))
process.on('disconnect', () => process.exit())
