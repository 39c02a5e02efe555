import { t } from '@lingui/core/macro'
import { BrowserError } from './browser-error.ts'

/** Reads a file, or a part of one, without the media type prefix: the server detects the type from the bytes. */
export const readBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () =>
      reject(new BrowserError(t`The file could not be read.`, t`Choose it again.`, reader.error)),
    )
    reader.readAsDataURL(file)
  })
