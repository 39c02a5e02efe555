import { dayBefore } from './importing.ts'
import { makeZip } from './zip.ts'

/** The n-th day, counted from the oldest, has (n + 1) * 10 visitors. */
export interface ExportOptions {
  /** Days ago, the oldest first. */
  from: number
  to: number
  breakEvery?: number
  leaveOut?: readonly string[]
}

const SPLIT = [
  {
    share: 0.6,
    source: 'Google',
    referrer: 'google.com',
    country: 'DE',
    device: 'Laptop',
    browser: 'Chrome',
    system: 'Mac',
  },
  { share: 0.4, source: '', referrer: '', country: 'FR', device: 'Mobile', browser: 'Safari', system: 'iOS' },
]

/** An export as Plausible writes it: one row per day and value, with the date of its time zone. */
export function makePlausibleFiles({ from, to, breakEvery = 0, leaveOut = [] }: ExportOptions): Record<string, string> {
  const days = Array.from({ length: from - to + 1 }, (_, n) => ({ date: dayBefore(from - n), visitors: (n + 1) * 10 }))
  const tables: Record<string, { header: string; row: (date: string, visitors: number) => string[] }> = {
    imported_visitors: {
      header: 'date,visitors,pageviews,bounces,visits,visit_duration',
      row: (date, v) => [`"${date}",${v},${v * 3},${v / 2},${v},${v * 60}`],
    },
    imported_pages: {
      header:
        'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits',
      row: (date, v) => [
        `"${date}","example.com","/",${v},${v},${v * 2},0,0,${v * 40},${v}`,
        `"${date}","example.com","/a, ""b""",${v},${v},${v},0,0,0,0`,
      ],
    },
    imported_sources: {
      header:
        'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces',
      row: (date, v) =>
        SPLIT.map(
          ({ share, source, referrer }) =>
            `"${date}","${source}","${referrer}","","","","","",${v * 3 * share},${v * share},${v * share},${v * 60 * share},${(v * share) / 2}`,
        ),
    },
    imported_locations: {
      header: 'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews',
      row: (date, v) =>
        SPLIT.map(({ share, country }) => `"${date}","${country}","",0,${v * share},${v * share},0,0,${v * 3 * share}`),
    },
    imported_devices: {
      header: 'date,device,visitors,visits,visit_duration,bounces,pageviews',
      row: (date, v) =>
        SPLIT.map(({ share, device }) => `"${date}","${device}",${v * share},${v * share},0,0,${v * share}`),
    },
    imported_browsers: {
      header: 'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews',
      row: (date, v) =>
        SPLIT.map(({ share, browser }) => `"${date}","${browser}","1",${v * share},${v * share},0,0,${v * share}`),
    },
    imported_operating_systems: {
      header: 'date,operating_system,operating_system_version,visitors,visits,visit_duration,bounces,pageviews',
      row: (date, v) =>
        SPLIT.map(({ share, system }) => `"${date}","${system}","1",${v * share},${v * share},0,0,${v * share}`),
    },
    imported_entry_pages: {
      header: 'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews',
      row: (date, v) => [`"${date}","/",${v},${v},${v * 60},${v / 2},${v * 3}`],
    },
    imported_exit_pages: {
      header: 'date,exit_page,visitors,visit_duration,exits,bounces,pageviews',
      row: (date, v) => [`"${date}","/a",${v},${v * 60},${v},${v / 2},${v * 3}`],
    },
    imported_custom_events: {
      header: 'date,name,link_url,path,visitors,events',
      row: (date, v) => [`"${date}","Signup","","",${v / 10},${v / 5}`],
    },
  }
  const suffix = `_${dayBefore(from).replaceAll('-', '')}_${dayBefore(to).replaceAll('-', '')}.csv`
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => !leaveOut.includes(name))
      .map(([name, { header, row }]) => {
        const rows = days.flatMap(({ date, visitors }) => row(date, visitors))
        const lines = rows.map((line, n) => (breakEvery > 0 && n % breakEvery === breakEvery - 1 ? 'broken' : line))
        return [name + suffix, `${[header, ...lines].join('\n')}\n`]
      }),
  )
}

export const makePlausibleExport = (options: ExportOptions): Buffer => makeZip(makePlausibleFiles(options))
