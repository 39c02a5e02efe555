/** 32 random bytes as Standard Webhooks writes a secret. */
export function makeSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
