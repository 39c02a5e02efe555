import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { CHROME, startCollecting, type TestSite } from './collecting.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

const { app, makeSite, pageview, rows, drops } = await startCollecting({ SITEWATCH_TRUSTED_PROXIES: '127.0.0.1/32' })
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const guide = readFileSync(new URL('../../../../docs/guides/tracking/proxy.md', import.meta.url), 'utf8')

/** The example from the guide, with its host names and tracking id replaced. */
function readExample(language: string, site: TestSite): string {
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1]
  if (block === undefined) throw new Error(`the guide has no ${language} example`)
  return block.replaceAll('https://watch.example.com', app.base).replaceAll('00Xb3kP9qLmT27Yd', site.tracking_id)
}

async function run(command: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`)
    return call(port, 'GET', '/nothing').then(
      () => true,
      () => false,
    )
  }
  await until(isUp, `${command} answers`, () => output)
}

const PROXIES: Record<string, (site: TestSite, port: number) => Promise<void>> = {
  async nginx(site, port) {
    const file = path.join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn;
       events {}
       http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
         uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
         server { listen 127.0.0.1:${port}; ${readExample('nginx', site)} } }`,
    )
    await run('/usr/sbin/nginx', ['-p', folder, '-c', file, '-e', 'stderr'], port)
  },
  async caddy(site, port) {
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(
      file,
      `{\n\tadmin off\n\tauto_https off\n}\nhttp://:${port} {\n\tbind 127.0.0.1\n${readExample('caddy', site)}}\n`,
    )
    await run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port)
  },
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Sends from a separate IP address, like a visitor. */
function call(
  port: number,
  method: string,
  where: string,
  options: { body?: string; headers?: Record<string, string>; from?: string } = {},
): Promise<Answer> {
  const { body, headers = {}, from = '127.0.0.5' } = options
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: '127.0.0.1', localAddress: from, path: where, method, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

describe.each(Object.keys(PROXIES))('the proxy example for %s', (name) => {
  it('serves the script, compressed and with its ETag, and forwards events with the IP address of the visitor', async () => {
    const site = await makeSite({ exclude_ips: '127.0.0.7\n127.0.0.1' })
    const port = await freePort()
    await PROXIES[name]?.(site, port)

    const script = await call(port, 'GET', '/stats/hello.js', { headers: { 'accept-encoding': 'br' } })
    expect(script.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' })
    expect(brotliDecompressSync(script.body).toString()).toContain('sitewatch')
    const etag = script.headers.etag ?? ''
    const again = await call(port, 'GET', '/stats/hello.js', {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    expect((await call(port, 'GET', '/stats/hello.vitals.js')).status).toBe(200)

    const post = (page: string, from: string, headers: Record<string, string> = {}) =>
      call(port, 'POST', '/stats/hello', {
        body: JSON.stringify([pageview(site, page)]),
        from,
        headers: { 'content-type': 'text/plain', 'user-agent': CHROME, ...headers },
      })
    expect((await post('/counts', '127.0.0.5')).status).toBe(202)
    expect((await post('/excluded', '127.0.0.7')).status).toBe(202)
    // A forged forwarding header does not change the address.
    expect((await post('/liar', '127.0.0.7', { 'x-forwarded-for': '127.0.0.5' })).status).toBe(202)
    expect((await post('/honest', '127.0.0.5', { 'x-forwarded-for': '127.0.0.7' })).status).toBe(202)
    const stored = await rows(site, 2)
    expect(stored.map((row) => row.path).sort()).toEqual(['/counts', '/honest'])
    expect(new Set(stored.map((row) => row.visitor_id)).size).toBe(1)
    expect(await drops(site, { excluded_address: 2 })).toEqual({ excluded_address: 2 })
  })
})
