import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressReader, networkOf } from './client-address.ts'
import { type Bucket, consumeAll } from './rate-limit.ts'

export type LimitRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Counts one request for the client's network and throws 429 beyond the limit, before any store is queried. */
export function limitByNetwork(readAddress: AddressReader, bucket: Bucket): LimitRequest {
  return (request, reply) => {
    const address = readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    return consumeAll([[bucket, networkOf(address)]], (headers) => void reply.headers(headers))
  }
}
