import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import { findCountryCode, SMALL_COUNTRIES } from './country-codes.ts'

export interface CountryShape {
  /** Undefined for a shape without a country code. */
  code: string | undefined
  name: string
  d: string
}

export interface CountryDot {
  code: string
  x: number
  y: number
}

export interface WorldShapes {
  width: number
  height: number
  countries: CountryShape[]
  dots: CountryDot[]
}

const WIDTH = 960
const HEIGHT = 440
const ANTARCTICA = '010'

/** The Equal Earth projection keeps the areas of countries comparable. Antarctica is left out: it has no visitors. */
export function makeShapes(): WorldShapes {
  const topology = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>
  const world = feature(topology, topology.objects.countries)
  const drawn = world.features.filter(({ id }) => id !== ANTARCTICA)
  const projection = geoEqualEarth().fitExtent(
    [
      [1, 1],
      [WIDTH - 1, HEIGHT - 1],
    ],
    { type: 'FeatureCollection', features: drawn },
  )
  const draw = geoPath(projection).digits(1)
  return {
    width: WIDTH,
    height: HEIGHT,
    countries: drawn.map((country) => ({
      code: findCountryCode(country.id, country.properties.name),
      name: country.properties.name,
      d: draw(country) ?? '',
    })),
    dots: Object.entries(SMALL_COUNTRIES).flatMap(([code, [longitude, latitude]]) => {
      const point = projection([longitude, latitude])
      return point ? [{ code, x: point[0], y: point[1] }] : []
    }),
  }
}
