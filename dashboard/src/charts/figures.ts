import * as figures from '@sitewatch/contract/format'
import { currentLanguage } from '../platform/language.ts'

export const formatCount = (count: number): string => figures.formatCount(count, currentLanguage())
export const formatShort = (value: number): string => figures.formatShort(value, currentLanguage())
export const formatMs = (ms: number | null): string => figures.formatMs(ms, currentLanguage())
export const formatPercent = (percent: number | null): string => figures.formatPercent(percent, currentLanguage())
export const formatUptime = (percent: number | null): string => figures.formatUptime(percent, currentLanguage())

export const formatDuration = (ms: number): string => figures.formatDuration(ms / 1000)
