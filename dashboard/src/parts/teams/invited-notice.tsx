import { t } from '@lingui/core/macro'
import { CodeBlock, Notice } from '../../ui/index.ts'

/** The link of a new invitation, which is shown only once. */
export function InvitedNotice({ email, url }: { email: string; url: string }) {
  return (
    <Notice kind="done" title={t`${email} is invited.`}>
      <p>{t`The link is sent by e-mail if e-mail is configured. It is shown here only once:`}</p>
      <CodeBlock label={t`Invitation link`} code={url} />
    </Notice>
  )
}
