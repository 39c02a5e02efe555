import Fastify from 'fastify'
import pg from 'pg'

/**
 * Baseline: only a web framework and a handwritten transaction. The transaction is one round trip on a pipelined connection.
 * Nothing is validated, rate-limited, logged or counted.
 */
const { BARE_URL, BARE_PREFIX, BARE_POOL } = process.env
const pool = new pg.Pool({
  connectionString: BARE_URL,
  max: Number(BARE_POOL),
  pipeline: true,
  options: '-c search_path=sitewatch -c timezone=UTC',
})
const prefix = `begin read only; set local role sitewatch_user; ${BARE_PREFIX}`
const text = `select 'api_key' as object, id, name, scopes, prefix, minted_by, expires_at, last_used_at, created_at, updated_at
  from api_keys where user_id = $1 and id = $2`

const app = Fastify()
app.get<{ Params: { user: string; id: string } }>('/users/:user/keys/:id', async ({ params }) => {
  const client = await pool.connect()
  void client.query(prefix)
  const result = client.query({ name: 'key', text, values: [params.user, params.id] })
  void client.query('commit').then(() => client.release())
  return { data: (await result).rows[0] as unknown }
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
