import { MONITOR_TYPE_NAMES, type MonitorType } from '@sitewatch/contract'
import * as definitions from './index.ts'
import type { CheckType } from '../run/check-type.ts'

const types: { readonly [Type in MonitorType]: CheckType<Type> } = definitions

export const findCheckType = <Type extends MonitorType>(type: Type): CheckType<Type> => types[type]

export const mapCheckTypes = <Value>(make: (type: MonitorType) => Value): Record<MonitorType, Value> =>
  Object.fromEntries(MONITOR_TYPE_NAMES.map((type) => [type, make(type)])) as Record<MonitorType, Value>
