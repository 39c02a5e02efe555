import { t } from '@lingui/core/macro'
import { TextArea } from '../../ui/index.ts'

export function MessageField({ text = '' }: { text?: string }) {
  return (
    <TextArea
      name="body"
      label={t`Message`}
      rows={5}
      defaultValue={text}
      hint={t`Plain text. **bold**, \`code\`, [links](https://example.com) and lists with “- ” are formatted.`}
    />
  )
}
