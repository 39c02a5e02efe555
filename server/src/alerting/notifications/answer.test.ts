import { describe, expect, it } from 'vitest'
import type { EgressAnswer, EgressFailure } from '../../platform/egress/index.ts'
import { judgeAnswer } from './answer.ts'

const timings = { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, total_ms: 0 }
const answer = (status: number, body = '', headers = {}): EgressAnswer => ({
  ok: true,
  status,
  headers,
  body: Buffer.from(body),
  truncated: false,
  final_url: '',
  hops: 0,
  timings,
  tls_expires_at: null,
  certificate: null,
  peer_address: '',
  private_target: false,
})
const failure = (kind: EgressFailure['kind'], more: Partial<EgressFailure> = {}): EgressFailure => ({
  ok: false,
  kind,
  message: 'Why.',
  timings,
  was_sent: false,
  head: null,
  private_target: false,
  ...more,
})
const judge = (result: EgressAnswer | EgressFailure, isAccepted?: (body: string) => boolean) =>
  judgeAnswer(result, { recipient: 'It', secrets: ['secret-token'], ...(isAccepted && { isAccepted }) })

describe('judgeAnswer', () => {
  it.each([200, 201, 204, 299])('treats status %i as sent', (status) => {
    expect(judge(answer(status))).toEqual({ kind: 'sent' })
  })

  it.each([301, 302, 400, 401, 403, 404, 410, 413])('treats status %i as a permanent failure', (status) => {
    expect(judge(answer(status, 'no'))).toEqual({ kind: 'permanent', reason: `It returned ${status}: no` })
  })

  it.each([408, 425, 429, 500, 502, 503, 599])('retries after status %i', (status) => {
    expect(judge(answer(status))).toEqual({ kind: 'retry', reason: `It returned ${status}.` })
  })

  it('retries after 404 where the recipient runs the server: it is missing while that is deployed', () => {
    const judgement = { recipient: 'It', secrets: [], isOwnServer: true }
    expect(judgeAnswer(answer(404), judgement)).toEqual({ kind: 'retry', reason: 'It returned 404.' })
    expect(judgeAnswer(answer(410), judgement).kind).toBe('permanent')
  })

  it('honours Retry-After up to one day', () => {
    expect(judge(answer(429, '', { 'retry-after': '30' }))).toMatchObject({ kind: 'retry', retry_after_seconds: 30 })
    expect(judge(answer(503, '', { 'retry-after': '9999999' }))).toMatchObject({ retry_after_seconds: 86_400 })
    for (const value of ['soon', '-1', '0', 'Infinity', '']) {
      expect(judge(answer(503, '', { 'retry-after': value }))).toEqual({
        kind: 'retry',
        reason: 'It returned 503.',
      })
    }
  })

  it('treats a blocked target as a permanent failure and retries one that did not respond', () => {
    expect(judge(failure('not_allowed'))).toEqual({
      kind: 'permanent',
      reason: 'It is unreachable: Why.',
      refused: true,
    })
    for (const kind of ['dns', 'connect', 'tls', 'timeout', 'protocol', 'local'] as const) {
      expect(judge(failure(kind))).toEqual({ kind: 'retry', reason: 'It is unreachable: Why.' })
    }
  })

  it('is uncertain when bytes were sent and no status came back', () => {
    for (const kind of ['timeout', 'connect', 'protocol'] as const) {
      const reason = 'It did not confirm the message: Why.'
      expect(judge(failure(kind, { was_sent: true }))).toEqual({ kind: 'retry', reason, isUncertain: true })
    }
  })

  it('judges a response whose body cannot be read by its status', () => {
    const unread = (status: number, headers = {}) => failure('protocol', { was_sent: true, head: { status, headers } })
    expect(judge(unread(200))).toEqual({ kind: 'sent' })
    expect(judge(unread(404))).toEqual({ kind: 'permanent', reason: 'It returned 404.' })
    expect(judge(unread(503, { 'retry-after': '9' }))).toMatchObject({ kind: 'retry', retry_after_seconds: 9 })
    const needsBody = (body: string): boolean => body === 'ok'
    expect(judge(unread(200), needsBody)).toMatchObject({ kind: 'retry', isUncertain: true })
    expect(judge(unread(404), needsBody)).toMatchObject({ kind: 'permanent' })
  })

  it.each([
    ['{"ok":false,"description":"chat not found"}', 'chat not found'],
    ['{"code":1,"message":"not a number"}', 'not a number'],
    ['{"error":"no_service"}', 'no_service'],
    ['{"error":{"deep":1}}', '{"error":{"deep":1}}'],
    ['[1]', '[1]'],
    ['null', 'null'],
    ['<html>', '<html>'],
  ])('quotes from the body %s the text %s', (body, quoted) => {
    expect(judge(answer(400, body))).toEqual({ kind: 'permanent', reason: `It returned 400: ${quoted}` })
  })
})
