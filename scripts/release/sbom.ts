import { listWorkspaces, readManifest } from './version.ts'

interface Component {
  'bom-ref': string
  name: string
  scope?: string
  properties?: { name: string; value: string }[]
}

export interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Packages of a workspace that are shipped. The dashboard bundles its packages, so npm sees them as development packages. */
function listShipped(root: string, workspace: string): string[] {
  const { dependencies, optionalDependencies, devDependencies } = readManifest(root, workspace)
  const bundled = workspace === 'dashboard' ? devDependencies : {}
  return Object.keys({ ...dependencies, ...optionalDependencies, ...bundled })
}

const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'))

/**
 * Keeps the shipped packages. "npm sbom --omit=dev" cannot be used for that: it leaves out each package that is also a development package of
 * the root, such as fastify and pg.
 */
export function keepShipped(sbom: Sbom, root: string): Sbom {
  const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const workspaces = new Map(listWorkspaces(root).map((workspace) => [readManifest(root, workspace).name, workspace]))
  const shipped = new Set(sbom.components.map((each) => each['bom-ref']).filter((ref) => workspaces.has(nameOf(ref))))
  for (const ref of shipped) {
    const workspace = workspaces.get(nameOf(ref))
    const names = workspace === undefined ? null : listShipped(root, workspace)
    for (const next of edges.get(ref) ?? []) if (names === null || names.includes(nameOf(next))) shipped.add(next)
  }
  const metadata = { ...sbom.metadata, component: { ...sbom.metadata.component, name: 'sitewatch' } }
  const components = sbom.components
    .filter((each) => shipped.has(each['bom-ref']))
    .map((each) => ({
      ...each,
      scope: 'required',
      properties: (each.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
    }))
  const dependencies = sbom.dependencies
    .filter(({ ref }) => shipped.has(ref) || ref === sbom.metadata.component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }))
  return { ...sbom, metadata, components, dependencies }
}
