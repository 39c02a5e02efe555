import type { TestApp } from '../support/app.ts'
import { makeCaller } from '../support/callers.ts'

/** An owner with a provider for each of Sam and Kim. */
export async function makeOnCallOwner(app: TestApp, sink_url: string) {
  const caller = await makeCaller(app)
  const { call, make, user } = caller
  const read = async (path: string) => (await call('GET', path)).body.data
  const makeProvider = (name: string): Promise<number> =>
    make('/api/providers', {
      provider_type: 'slack',
      name: `Phone of ${name}`,
      webhook_url: `${sink_url}/services/${name}`,
    })
  const phones = [await makeProvider('Sam'), await makeProvider('Kim')]
  return { ...caller, read, phones, cookie: await app.makeSession(user.id) }
}
