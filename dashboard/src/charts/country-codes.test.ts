import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { findCountryCode, SMALL_COUNTRIES } from './country-codes.ts'
import { nameCountry } from './country-names.ts'

interface Atlas {
  objects: { countries: { geometries: { id?: string; properties: { name: string } }[] } }
}
const atlas = createRequire(import.meta.url)('world-atlas/countries-110m.json') as Atlas
const shapes = atlas.objects.countries.geometries

/** Countries whose name in the atlas is abbreviated or differs from the name in Intl. */
const OTHER_NAMES = new Map([
  ['Dem. Rep. Congo', 'Congo - Kinshasa'],
  ['Congo', 'Congo - Brazzaville'],
  ['W. Sahara', 'Western Sahara'],
  ['Dominican Rep.', 'Dominican Republic'],
  ['Falkland Is.', 'Falkland Islands'],
  ['Fr. S. Antarctic Lands', 'French Southern Territories'],
  ['Central African Rep.', 'Central African Republic'],
  ['Eq. Guinea', 'Equatorial Guinea'],
  ['eSwatini', 'Eswatini'],
  ['Palestine', 'Palestinian Territories'],
  ['Solomon Is.', 'Solomon Islands'],
  ['Bosnia and Herz.', 'Bosnia & Herzegovina'],
  ['Macedonia', 'North Macedonia'],
  ['Trinidad and Tobago', 'Trinidad & Tobago'],
  ['S. Sudan', 'South Sudan'],
  ['Myanmar', 'Myanmar (Burma)'],
  ["Côte d'Ivoire", 'Côte d’Ivoire'],
  ['Turkey', 'Türkiye'],
  ['United States of America', 'United States'],
])

describe('findCountryCode', () => {
  it.each(shapes.map(({ id, properties }) => [properties.name, id] as const))('finds %s', (name, number) => {
    const code = findCountryCode(number, name)
    if (name === 'N. Cyprus' || name === 'Somaliland') expect(code).toBeUndefined()
    else expect(nameCountry(code ?? '')).toBe(OTHER_NAMES.get(name) ?? name)
  })

  it('has valid coordinates for small countries that have no shape', () => {
    const drawn = new Set(shapes.map(({ id, properties }) => findCountryCode(id, properties.name)))
    for (const [code, [longitude, latitude]] of Object.entries(SMALL_COUNTRIES)) {
      expect(drawn.has(code)).toBe(false)
      expect(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90).toBe(true)
    }
  })

  it('leaves a value that is not a country code unchanged', () => {
    expect([nameCountry(''), nameCountry('T1'), nameCountry('QX')]).toEqual(['Unknown', 'T1', 'QX'])
  })
})
