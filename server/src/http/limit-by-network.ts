import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressReader, networkOf, readClient } from './client-address.ts'
import { type Bucket, consumeAll } from './rate-limit.ts'

export type LimitRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Counts one request for the client's network and throws 429 beyond the limit, before any store is queried. */
export function limitByNetwork(readAddress: AddressReader, bucket: Pick<Bucket, 'consume'>): LimitRequest {
  return (request, reply) => {
    return consumeAll([[bucket, networkOf(readClient(readAddress, request))]], (headers) => void reply.headers(headers))
  }
}
