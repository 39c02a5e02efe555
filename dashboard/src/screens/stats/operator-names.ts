import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Operator } from './filters.ts'

export const OPERATOR_NAMES: Record<Operator, MessageDescriptor> = {
  is: msg`is`,
  is_not: msg`is not`,
  contains: msg`contains`,
  matches: msg`matches`,
}
