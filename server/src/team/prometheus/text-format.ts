export interface Sample {
  labels: Readonly<Record<string, string | number>>
  value: number
}

export interface Family {
  name: string
  help: string
  samples: readonly Sample[]
}

export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** People choose names: a quote or a line break in one must not end the label or begin another series. */
const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function writeSample(name: string, { labels, value }: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`)
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}\n`
}

/** Prometheus text format 0.0.4, family by family; each is a gauge, and one without samples is left out. */
export function* writeFamilies(families: readonly Family[]): Generator<string> {
  for (const { name, help, samples } of families) {
    if (samples.length === 0) continue
    yield `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${samples.map((sample) => writeSample(name, sample)).join('')}`
  }
}
