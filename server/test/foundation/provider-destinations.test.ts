import { PROVIDER_TYPES, type ProviderDefinition } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { openPushBrowser } from '../alerting/notifications/push-service.ts'
import { startApp } from '../support/app.ts'
import { type Fields, makeColleague, startDestinations, type Subject, without } from './destinations.ts'

const { home, moves, takeArrived } = await startDestinations()
const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' })
const team = await makeColleague(app)

const makeKey = (): string => `whsec_${Buffer.alloc(32, 'planted').toString('base64')}`
const UUID = '00000000-0000-4000-8000-0000000000'
const browsers = [openPushBrowser(), openPushBrowser()]
const keyOf = (n: number) => ({ p256dh: browsers[n]?.p256dh, auth: browsers[n]?.auth })
/** For each type that sends a secret to a URL of the user: the field with the URL, others, and its write-only fields. */
const PROVIDERS: Record<string, { url: string; fields?: Fields; secrets: (n: number) => Fields }> = {
  matrix: {
    url: 'homeserver_url',
    fields: { room_id: '!room:a.example' },
    secrets: (n) => ({ access_token: `planted-token-${n}` }),
  },
  ntfy: { url: 'server_url', fields: { topic: 'alerts' }, secrets: (n) => ({ ntfy_token: `tk_planted-token-${n}` }) },
  opsgenie: { url: 'api_url', secrets: (n) => ({ api_key: `${UUID}${n}0` }) },
  web_push: { url: 'endpoint', secrets: keyOf },
  webhook: { url: 'webhook_url', secrets: () => ({ signing_secret: makeKey() }) },
}

describe('a provider that gets another destination', () => {
  const cases = Object.entries(PROVIDERS).flatMap(([type, provider]) =>
    Object.entries(moves).map(([name, move], n) => ({ type, ...provider, name, move, path: `/${type}-${n}` })),
  )
  const subjects = new Map<string, Subject>()

  it('is of one of these types', () => {
    const sending = Object.values(PROVIDER_TYPES).filter(({ fields }: ProviderDefinition) => {
      const urls = Object.entries(fields).filter(([, { input }]) => input === 'url')
      return urls.length > 0 && Object.entries(fields).some(([name, { secret }]) => secret && urls[0]?.[0] !== name)
    })
    expect(sending.map(({ provider_type }) => provider_type).toSorted()).toEqual(Object.keys(PROVIDERS))
  })

  it.each(cases)('asks for the secrets of $type again: $name', async ({ type, url, fields, secrets, move, path }) => {
    const names = Object.keys(secrets(1)).toSorted()
    const base = { provider_type: type, name: path, [url]: move.from + path, ...fields, ...secrets(0) }
    const subject = await team.make('providers', base, names)
    subjects.set(path, subject)
    const change = { [url]: move.to + path }
    for (const [way, attempt] of Object.entries(team.ways)) {
      const { status, required } = await attempt(subject, change)
      expect([way, status, required]).toEqual([way, 422, names])
    }
    for (const name of names) {
      const others = without(secrets(1), [name])
      expect(await team.send(subject, { ...change, ...others })).toEqual({ status: 422, required: [name] })
    }
    const copy = { provider_type: type, ...(await team.show(subject)), ...change }
    expect((await team.call('POST', '/api/providers/test', copy)).status).toBe(422)
  })

  it('sends nothing there when somebody presses Test', async () => {
    takeArrived()
    for (const { id } of subjects.values()) await team.call('POST', `/api/providers/${id}/test`)
    const stayed = cases.flatMap(({ move, path }) => (move.from === home ? [path] : []))
    expect(takeArrived()).toEqual({ home: stayed.toSorted(), port: [], host: [], tls: [] })
  })

  it('sends there what came in the same call', async () => {
    for (const { path, url, secrets, move } of cases) {
      const subject = subjects.get(path) as Subject
      const change = { [url]: move.to + path, ...secrets(1) }
      expect(await team.send(subject, change)).toEqual({ status: 200, required: [] })
      await team.call('POST', `/api/providers/${subject.id}/test`)
    }
    const movedTo = (place: string) => cases.flatMap(({ move, path }) => (move.at === place ? [path] : [])).toSorted()
    expect(takeArrived()).toEqual({ home: [], port: movedTo('port'), host: movedTo('host'), tls: [] })
  })

  it('keeps its secrets where the server stays the same', async () => {
    const [type, token] = ['ntfy', { ntfy_token: 'tk_planted-token' }]
    const base = { provider_type: type, name: 'same', server_url: 'http://a.example', topic: 'a', ...token }
    const subject = await team.make('providers', base, [])
    expect(await team.send(subject, { server_url: 'https://a.example/x', topic: 'b' })).toMatchObject({
      status: 200,
    })
    expect(await team.send(subject, { server_url: null })).toEqual({ status: 422, required: ['ntfy_token'] })
    expect(await team.send(subject, { server_url: null, ntfy_token: null })).toMatchObject({ status: 200 })
    expect(await team.send(subject, { server_url: 'https://b.example' })).toMatchObject({ status: 200 })
  })
})
