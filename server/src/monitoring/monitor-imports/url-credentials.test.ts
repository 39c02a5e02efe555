import { expect, it } from 'vitest'
import { readCredentials } from './url-credentials.ts'

it.each([
  ['https://admin:s%40fe@host.example/', 'admin', 's@fe'],
  ['https://admin:50%off@host.example/', 'admin', '50%off'],
])('reads the user and the password of %s', (url, auth_username, auth_password) => {
  expect(readCredentials(url)).toEqual({
    url: 'https://host.example/',
    auth: { auth_method: 'basic', auth_username, auth_password },
  })
})

it('leaves a URL without a password unchanged', () => {
  expect(readCredentials('https://host.example')).toEqual({ url: 'https://host.example', auth: {} })
})
