export const TEST_SECRET = 'a secret of the tests, at least 32 characters long'
