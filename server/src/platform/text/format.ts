import * as figures from '@sitewatch/contract/format'
import { currentLanguage } from './translate.ts'

/** The figures of pages and mails, in the language that `inLanguage` set. */
export const formatCount = (count: number): string => figures.formatCount(count, currentLanguage())
export const formatFigure = (count: number): string => figures.formatFigure(count, currentLanguage())
export const formatPercent = (percent: number | null): string => figures.formatPercent(percent, currentLanguage())
export const formatUptime = (percent: number | null): string => figures.formatUptime(percent, currentLanguage())
export const formatMs = (ms: number | null): string => figures.formatMs(ms, currentLanguage())
export const formatChange = (now: number | null, before: number | null | undefined): string | undefined =>
  figures.formatChange(now, before, currentLanguage())
export const { formatDuration } = figures
