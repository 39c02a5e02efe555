import { MONITOR_TYPE_NAMES, MONITOR_TYPES, type MonitorType } from '@sitewatch/contract'
import * as definitions from '../types/index.ts'
import type { CheckType } from './check-type.ts'

const types: { readonly [Type in MonitorType]: CheckType<Type> } = definitions

export const findCheckType = <Type extends MonitorType>(type: Type): CheckType<Type> => types[type]

/** A process of a newer release may have created monitors of a type unknown to this release. */
export const isCheckType = (type: string): type is MonitorType => Object.hasOwn(MONITOR_TYPES, type)

export const mapCheckTypes = <Value>(make: (type: MonitorType) => Value): Record<MonitorType, Value> =>
  Object.fromEntries(MONITOR_TYPE_NAMES.map((type) => [type, make(type)])) as Record<MonitorType, Value>
