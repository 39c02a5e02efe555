import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressReader, networkOf } from './client-address.ts'
import { type Bucket, consumeAll } from './rate-limit.ts'

export type LimitRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Takes one for the network that the request came from, and throws 429 when none is left: before anything asks a store. */
export function limitByNetwork(readAddress: AddressReader, bucket: Bucket): LimitRequest {
  return (request, reply) => {
    const address = readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    return consumeAll([[bucket, networkOf(address)]], (headers) => void reply.headers(headers))
  }
}
