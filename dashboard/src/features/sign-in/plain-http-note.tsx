import { Notice } from '../../ui/index.ts'

/** People do run this at home; they should know what it means. */
export function PlainHttpNote() {
  if (isSecureContext) return null
  return (
    <Notice title="This install is called by plain http.">
      <p>Passwords and the session cookie travel unencrypted: anybody on the network can take them.</p>
    </Notice>
  )
}
