import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button, Select, Tabs } from '../../ui/index.ts'
import { BreakdownList } from './breakdown-list.tsx'
import { nameDimension } from './dimension-names.ts'
import { DEVICES, type Dimension, PAGES, PLACES, UTM_DIMENSIONS } from './dimensions.ts'
import { useView } from './use-view.ts'

/** The lists of sources, pages, locations, devices and events. */
export function Breakdowns() {
  return (
    <div className="mt-8 grid gap-x-12 gap-y-8 border-t border-line-strong pt-6 md:grid-cols-2">
      <Sources />
      <Pages />
      <Places />
      <div className="grid content-start gap-y-8">
        <Devices />
        <Events />
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

const listTabs = <T extends Dimension>(dimensions: readonly T[]) =>
  dimensions.map((id) => ({ id, label: nameDimension(id), panel: <BreakdownList key={id} dimension={id} /> }))

function Sources() {
  const { search, change } = useView()
  const current = search.sources ?? 'channel'
  const utm = UTM_DIMENSIONS.find((each) => each === current)
  return (
    <Part title={t`Sources`}>
      <Tabs
        label={t`Sources by`}
        current={utm ? 'utm' : current}
        onChange={(tab) => {
          const sources = tab === 'utm' ? 'utm_campaign' : tab
          change({ sources: sources === 'channel' ? undefined : sources })
        }}
        tabs={[
          ...listTabs(['channel', 'source', 'referrer'] as const),
          {
            id: 'utm',
            label: t`UTM`,
            panel: (
              <div className="grid gap-3">
                <Select
                  name="utm"
                  label={t`UTM parameter`}
                  labelHidden
                  value={utm}
                  onChange={({ target }) => change({ sources: UTM_DIMENSIONS.find((each) => each === target.value) })}
                  choices={UTM_DIMENSIONS.map((value) => ({ value, label: nameDimension(value) }))}
                />
                {utm && <BreakdownList key={utm} dimension={utm} />}
              </div>
            ),
          },
        ]}
      />
    </Part>
  )
}

function Pages() {
  const { search, change } = useView()
  return (
    <Part title={t`Pages`}>
      <Tabs
        label={t`Pages by`}
        current={search.pages ?? 'page'}
        onChange={(pages) => change({ pages: pages === 'page' ? undefined : pages })}
        tabs={listTabs(PAGES)}
      />
    </Part>
  )
}

function Places() {
  const { search, change } = useView()
  return (
    <Part title={t`Locations`}>
      <Tabs
        label={t`Locations by`}
        current={search.places ?? 'country'}
        onChange={(places) => change({ places: places === 'country' ? undefined : places })}
        tabs={listTabs(PLACES)}
      />
    </Part>
  )
}

function Devices() {
  const { search, change } = useView()
  return (
    <Part title={t`Devices`}>
      <Tabs
        label={t`Devices by`}
        current={search.devices ?? 'device'}
        onChange={(devices) => change({ devices: devices === 'device' ? undefined : devices })}
        tabs={listTabs(DEVICES)}
      />
    </Part>
  )
}

function Events() {
  const { search, change } = useView()
  const { property } = search
  return (
    <Part title={t`Events`}>
      <Tabs
        label={t`Events by`}
        current={search.events ?? 'event'}
        onChange={(events) => change({ events: events === 'event' ? undefined : events, property: undefined })}
        tabs={[
          ...listTabs(['event'] as const),
          {
            id: 'property',
            label: t`Property`,
            panel:
              property === undefined ? (
                <BreakdownList dimension="property" onChoose={(name) => change({ property: name })} />
              ) : (
                <div className="grid gap-2">
                  <div>
                    <Button kind="quiet" className="-ms-2 px-2 text-sm" onClick={() => change({ property: undefined })}>
                      {t`← All properties`}
                    </Button>
                  </div>
                  <BreakdownList key={property} dimension="property" property={property} />
                </div>
              ),
          },
        ]}
      />
    </Part>
  )
}
