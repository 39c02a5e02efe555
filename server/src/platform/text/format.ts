import { LOCALES } from '@sitewatch/contract'
import * as figures from '@sitewatch/contract/format'
import * as money from '@sitewatch/contract/format-money'
import { currentLanguage } from './translate.ts'

/** The figures of pages and mails, in the language that `inLanguage` set. */
export const formatCount = (count: number): string => figures.formatCount(count, currentLanguage())
export const formatFigure = (count: number): string => figures.formatFigure(count, currentLanguage())
export const formatPercent = (percent: number | null): string => figures.formatPercent(percent, currentLanguage())
export const formatUptime = (percent: number | null): string => figures.formatUptime(percent, currentLanguage())
export const formatMs = (ms: number | null): string => figures.formatMs(ms, currentLanguage())
export const formatChange = (now: number | null, before: number | null | undefined): string | undefined =>
  figures.formatChange(now, before, currentLanguage())
export const formatMoney = (amount: string | number, currency: string): string =>
  money.formatMoney(amount, currency, currentLanguage())
export const { formatDuration } = figures

const withAtMost = (maximumFractionDigits: number, value: number): string =>
  new Intl.NumberFormat(LOCALES[currentLanguage()], { maximumFractionDigits }).format(value)

/** "99.95 %": exactly, unlike uptime, which is cut. */
export const formatTarget = (target: number): string => `${withAtMost(3, target)} %`
/** "6.2", "14", "1,000" */
export const formatRate = (rate: number): string => withAtMost(rate < 10 ? 1 : 0, rate)
