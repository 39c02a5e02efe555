import { describe, expect, it } from 'vitest'
import { searchText } from './search-text.ts'

describe('searchText', () => {
  it.each([
    ['https://www.shop.example.com/cart?x=1', 'shop.example.com'],
    ['HTTP://Shop.Example.com:8080/', 'shop.example.com'],
    ['shop.example.com/cart', 'shop.example.com'],
    ['www.shop.example.com', 'shop.example.com'],
    [' Checkout of the shop ', 'Checkout of the shop'],
    ['mail.example.com:25', 'mail.example.com:25'],
    ['https://', 'https://'],
    ['a'.repeat(300), 'a'.repeat(200)],
  ])('%s is searched for as %s', (site, text) => {
    expect(searchText(site)).toBe(text)
  })
})
