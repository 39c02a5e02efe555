import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEgress, type Located } from '../../../platform/egress/index.ts'
import { FPING, IPUTILS_PING } from '../run/ping-tool.ts'
import { probePing } from './ping.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-ping-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Prints output recorded from fping 5.1. */
function writeFping(
  name: string,
  { packets, summary, code, control = 0 }: { packets: string; summary: string; code: number; control?: number },
): string {
  const file = path.join(folder, name)
  const lines = [
    '#!/bin/sh',
    // Only the loopback ping uses -q.
    `if [ "$1" = -q ]; then exit ${control}; fi`,
    `printf '%s\\n' "$@" > '${file}.args'`,
    `printf '${packets}'`,
    `printf '${summary}' >&2`,
    `exit ${code}`,
  ]
  writeFileSync(file, lines.join('\n'))
  chmodSync(file, 0o755)
  return file
}

const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })
const ping = (command: string, host = '127.0.0.1') =>
  probePing(egress, { host, timeout_ms: 2000 }, [{ ...FPING, command }])

const LINE = '127.0.0.1 : [%s], 64 bytes, 0.05 ms (0.05 avg, 0%% loss)\\n'
const SENT = [0, 1, 2].map((n) => LINE.replace('%s', String(n))).join('')
const MISSED = [0, 1, 2].map((n) => `127.0.0.1 : [${n}], timed out (NaN avg, 100%% loss)\\n`).join('')

describe('ping check', () => {
  it('gives the tool nothing of our environment but the path to find it', async () => {
    vi.stubEnv('SITEWATCH_SECRET', 'a secret')
    onTestFinished(() => void vi.unstubAllEnvs())
    const file = writeFping('environment', { packets: SENT, summary: '', code: 0 })
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n', `\nenv >> '${file}.env'\n`))
    await ping(file)
    const seen = readFileSync(`${file}.env`, 'utf8')
    expect(seen).toContain('PATH=')
    expect(seen).not.toContain('SITEWATCH_SECRET')
  })

  it('parses a time or a dash per packet from fping output', () => {
    const read = (stderr: string, stdout = '127.0.0.1 : [0], timed out') => FPING.read({ code: 0, stdout, stderr })
    expect(read('\n127.0.0.1 : 0.027 - 12.5\n')).toEqual([0.027, null, 12.5])
    expect(read('::1 : - - -')).toEqual([null, null, null])
    expect(read('fping: can not create socket')).toBeNull()
    expect(read('127.0.0.1 : - - -', '')).toBeNull()
  })

  it('parses the time of each answered packet from ping output', () => {
    const answer = (seq: number, time: string) => `64 bytes from 127.0.0.1: icmp_seq=${seq} ttl=64 time=${time} ms\n`
    const read = (stdout: string, code = 0) => IPUTILS_PING.read({ code, stdout, stderr: '' })
    const sent = '3 packets transmitted, 2 received, 33% packet loss, time 202ms\n'
    expect(read(`${answer(1, '0.027')}${answer(3, '12.5')}${sent}`)).toEqual([0.027, null, 12.5])
    expect(
      read('From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n3 packets transmitted, 0 received\n', 1),
    ).toEqual([null, null, null])
    expect(read('', 2)).toBeNull()
  })

  it('reports the target up with mean, jitter and loss if at least one packet is answered', async () => {
    const all = await ping(writeFping('all', { packets: SENT, summary: '\\n127.0.0.1 : 10.0 13.0 10.0\\n', code: 0 }))
    expect(all).toMatchObject({
      outcome: { kind: 'success' },
      timings: { total_ms: 11 },
      jitter_ms: 3,
      loss_percent: 0,
      private_target: true,
    })
    const one = await ping(writeFping('one', { packets: SENT, summary: '\\n127.0.0.1 : - 13.0 -\\n', code: 0 }))
    expect(one).toMatchObject({
      outcome: { kind: 'success' },
      timings: { total_ms: 13 },
      jitter_ms: 0,
      loss_percent: 67,
    })
  })

  it('reports the target down only if every packet is lost', async () => {
    const none = await ping(writeFping('none', { packets: MISSED, summary: '\\n127.0.0.1 : - - -\\n', code: 1 }))
    expect(none).toMatchObject({ outcome: { kind: 'failure', cause: { kind: 'icmp' } }, loss_percent: 100 })
  })

  it('returns unknown if every packet is lost and the loopback ping fails too', async () => {
    const lost = { packets: MISSED, summary: '\\n127.0.0.1 : - - -\\n', code: 1, control: 1 }
    const result = await ping(writeFping('deaf', lost))
    expect(result).toMatchObject({ outcome: { kind: 'unknown', reason: 'probe' }, loss_percent: 0 })
    expect(result.outcome).toMatchObject({ message: expect.stringContaining('sitewatch doctor') as string })
  })

  it.each([
    [
      'fping is not permitted to open a socket',
      { packets: '', summary: "fping: can\\'t create socket (must run as root?)\\n", code: 4 },
    ],
    ['no packet could be sent', { packets: '', summary: '\\n127.0.0.1 : - - -\\n', code: 1 }],
    ['fping prints an unknown format', { packets: SENT, summary: 'hello\\n', code: 0 }],
  ])('returns unknown when %s', async (name, output) => {
    const result = await ping(writeFping(name.replaceAll(' ', '-'), output))
    expect(result.outcome).toMatchObject({ kind: 'unknown', reason: 'probe' })
  })

  it('returns unknown if fping is not installed', async () => {
    expect((await ping(path.join(folder, 'nothing'))).outcome).toMatchObject({ kind: 'unknown', reason: 'probe' })
  })

  it('returns unknown if the system refuses to start fping', async () => {
    expect((await ping('/dev/null/fping')).outcome).toMatchObject({ kind: 'unknown', reason: 'probe' })
  })

  it('passes one vetted address to the ping tool, after all options', async () => {
    const command = writeFping('args', { packets: SENT, summary: '\\n127.0.0.1 : 1.0 1.0 1.0\\n', code: 0 })
    await ping(command, 'localhost')
    const args = readFileSync(`${command}.args`, 'utf8').trim().split('\n')
    expect(args.slice(-2)).toEqual(['--', '127.0.0.1'])
    expect(args.slice(0, 2)).toEqual(['-C', '3'])
  })

  it.each(['10.0.0.1', '169.254.169.254', '::1', '-f/etc/passwd'])('never starts fping for %s', async (host) => {
    const command = writeFping(`never${host.replaceAll(/\W/g, '-')}`, { packets: SENT, summary: '', code: 0 })
    const result = await ping(command, host)
    expect(result.outcome.kind).not.toBe('success')
    expect(() => readFileSync(`${command}.args`)).toThrow()
  })

  it('ends at its timeout even if fping hangs', async () => {
    const command = path.join(folder, 'hangs')
    writeFileSync(command, '#!/bin/sh\nexec sleep 30\n')
    chmodSync(command, 0o755)
    const started = performance.now()
    const located = { resolve: (): Promise<Located> => egress.resolve('127.0.0.1') as Promise<Located> }
    const result = await probePing(located, { host: 'x', timeout_ms: 1000 }, [{ ...FPING, command }])
    expect(result.outcome.kind).toBe('unknown')
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
