import { PROVIDER_TYPES, type ProviderType } from '@sitewatch/sdk'
import { describe, expect, it } from 'vitest'
import { findProviderType } from './find-provider-type.ts'

describe('findProviderType', () => {
  it('describes a known type as the contract does', () => {
    expect(findProviderType('slack')).toBe(PROVIDER_TYPES.slack)
  })

  it('describes a type of a newer release by its name, without fields', () => {
    expect(findProviderType('pager2' as ProviderType)).toMatchObject({ label: 'pager2', fields: [] })
    expect(findProviderType('toString' as ProviderType)).toMatchObject({ label: 'toString', fields: [] })
  })
})
