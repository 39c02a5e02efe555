import type { StatisticsImport } from '@sitewatch/sdk'
import { api } from '../../api.ts'
import { readBase64 } from '../../read-base64.ts'

const CHUNK_BYTES = 1024 * 1024

interface NewUpload {
  website_id: number
  source: StatisticsImport['source']
  file: File
}

/** An upload of the same file that was interrupted is continued. */
async function findOrCreate({ website_id, source, file }: NewUpload): Promise<StatisticsImport> {
  const { data } = await api.statisticsImports.list(website_id, { per_page: 100 })
  const begun = data.find(
    (each) =>
      each.status === 'uploading' &&
      each.source === source &&
      each.file_name === file.name &&
      each.file_bytes === file.size,
  )
  const about = { source, file_name: file.name, file_bytes: file.size }
  return begun ?? (await api.statisticsImports.create(website_id, about))
}

/** The parts of a large file are more requests than a minute allows: the limit is over with the minute. */
const PATIENT = { max_wait_ms: 90_000 }

/** Uploads the file in parts and starts the import. */
export async function uploadAndStart(upload: NewUpload, onProgress: (bytes: number) => void): Promise<void> {
  const { website_id, file } = upload
  let found = await findOrCreate(upload)
  while (found.uploaded_bytes < found.file_bytes) {
    const offset = found.uploaded_bytes
    onProgress(offset)
    const data = await readBase64(file.slice(offset, offset + CHUNK_BYTES))
    found = await api.statisticsImports.upload(website_id, found.id, { offset, data }, PATIENT)
  }
  onProgress(file.size)
  await api.statisticsImports.start(website_id, found.id, PATIENT)
}
