import http from 'node:http'
import https from 'node:https'
import { createSecureContext } from 'node:tls'

/**
 * Baseline cost of a check: node:http in a loop, with a new connection per request and the full response read. Runs as a
 * separate process. `bare.ts URL CONCURRENCY SECONDS` prints { checks, cpu_ms }.
 */
const [url = '', concurrency = '1', seconds = '1'] = process.argv.slice(2)
const { protocol, hostname, port } = new URL(url)
const get = protocol === 'https:' ? https.get : http.get
const secureContext = protocol === 'https:' ? createSecureContext() : undefined
// The same number of addresses as the monitors use.
const hosts = Array.from({ length: 16 }, (_, index) => hostname.replace(/\d+$/, String(index + 1)))
const end_ms = performance.now() + Number(seconds) * 1000
let checks = 0

function check(): Promise<void> {
  const host = hosts[checks % hosts.length]
  const options = {
    host,
    port,
    path: '/',
    agent: false,
    servername: 'target.test',
    ...(secureContext && { secureContext }),
  }
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      response.on('data', () => undefined)
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
        checks++
        resolve()
      })
    }).on('error', reject)
  })
}

async function loop(): Promise<void> {
  while (performance.now() < end_ms) await check()
}

const before = process.cpuUsage()
await Promise.all(Array.from({ length: Number(concurrency) }, loop))
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify({ checks, cpu_ms: (user + system) / 1000 })}\n`)
