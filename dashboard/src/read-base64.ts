import { t } from '@lingui/core/macro'
import { BrowserError } from './ui/index.ts'

/** A file, or a part of one, without the type in front of it: the server looks at the bytes. */
export const readBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () =>
      reject(new BrowserError(t`The file could not be read.`, t`Choose it again.`, reader.error)),
    )
    reader.readAsDataURL(file)
  })
