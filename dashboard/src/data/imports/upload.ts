import type { StatisticsImport } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import { readBase64 } from '../../platform/read-base64.ts'

const CHUNK_BYTES = 1024 * 1024

interface NewUpload {
  website_id: number
  source: StatisticsImport['source']
  file: File
}

/** Continues an interrupted upload of the same file. */
async function findOrCreate({ website_id, source, file }: NewUpload): Promise<StatisticsImport> {
  const { data } = await api.statisticsImports.list(website_id, { per_page: 100 })
  const unfinished = data.find(
    (each) =>
      each.status === 'uploading' &&
      each.source === source &&
      each.file_name === file.name &&
      each.file_bytes === file.size,
  )
  const input = { source, file_name: file.name, file_bytes: file.size }
  return unfinished ?? (await api.statisticsImports.create(website_id, input))
}

/** A large file takes more requests than the rate limit allows in a minute, so wait for the next minute. */
const RATE_LIMIT_RETRY = { max_wait_ms: 90_000 }

/** Uploads the file in parts and starts the import. */
export async function uploadAndStart(upload: NewUpload, onProgress: (bytes: number) => void): Promise<void> {
  const { website_id, file } = upload
  let stored = await findOrCreate(upload)
  while (stored.uploaded_bytes < stored.file_bytes) {
    const offset = stored.uploaded_bytes
    onProgress(offset)
    const data = await readBase64(file.slice(offset, offset + CHUNK_BYTES))
    stored = await api.statisticsImports.upload(website_id, stored.id, { offset, data }, RATE_LIMIT_RETRY)
  }
  onProgress(file.size)
  await api.statisticsImports.start(website_id, stored.id, RATE_LIMIT_RETRY)
}
