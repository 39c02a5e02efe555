import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressReader, networkOf, readClient } from './client-address.ts'
import { type Bucket, consumeAll } from './rate-limit.ts'
import { limitSignInAddress, type SignInLimits } from './sign-in-limit.ts'

export type LimitRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Counts one request for the client's network and throws 429 beyond the limit, before any store is queried. */
export function limitByNetwork(readAddress: AddressReader, bucket: Pick<Bucket, 'consume'>): LimitRequest {
  return (request, reply) => {
    return consumeAll([[bucket, networkOf(readClient(readAddress, request))]], (headers) => void reply.headers(headers))
  }
}

/** The same for attempts to sign in that are not routes of the contract. */
export function limitSignInsByNetwork(
  readAddress: AddressReader,
  limits: Pick<SignInLimits, 'address' | 'site'>,
): LimitRequest {
  return (request, reply) =>
    limitSignInAddress(limits, readClient(readAddress, request), (headers) => void reply.headers(headers))
}
