// The bill of materials of an archive (CycloneDX, JSON): every package that npm installed in it, the packages whose code
// the console's pages were built with, and the Node that runs all of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../pack.mjs'
import { digestOf } from './digest.mjs'

/**
 * Makes the bill of an archive. The same archive gives the same bill.
 *
 * @param lib - the folder in it where npm installed the packages.
 * @param node - version and file of its Node.
 */
export function billOf(lib, { identity, platform, node }) {
  const bill = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx'], { cwd: lib }))
  const { serialNumber, metadata, components, dependencies, ...head } = bill
  const { timestamp, component, ...tool } = metadata
  const refs = new Set(components.map((entry) => entry['bom-ref']))
  const pages = noticedIn(lib, identity).filter((entry) => !refs.has(entry['bom-ref']))
  const runtime = runtimeOf(node)
  const owners = new Map([
    [component['bom-ref'], [runtime]],
    [components.find(({ name }) => name === `${identity.scope}/console`)['bom-ref'], pages],
  ])
  const added = [...pages, runtime]
  return {
    ...head,
    metadata: {
      ...tool,
      component: {
        ...component,
        type: 'application',
        name: identity.name,
        properties: [{ name: 'vaultwright:platform', value: platform }],
      },
    },
    components: [...components.map(withoutLocalFile), ...added],
    dependencies: [
      ...dependencies.map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: [...dependsOn, ...(owners.get(ref) ?? []).map((entry) => entry['bom-ref'])],
      })),
      ...added.map((entry) => ({ ref: entry['bom-ref'], dependsOn: [] })),
    ],
  }
}

/** The packages that the notices of the console's pages name. */
function noticedIn(lib, { scope }) {
  const rows = ['app', 'offline'].flatMap((part) => {
    const file = join(lib, 'node_modules', scope, 'console/dist', part, 'NOTICE.txt')
    return [...readFileSync(file, 'utf8').matchAll(/^- (\S+) (\d[^\s,]*)/gm)]
  })
  const entries = rows.map(([, name, version]) => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    properties: [{ name: 'vaultwright:built-into', value: `${scope}/console` }],
  }))
  return [...new Map(entries.map((entry) => [entry['bom-ref'], entry])).values()]
}

function runtimeOf({ version, file }) {
  return {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    hashes: [{ alg: 'SHA-256', content: digestOf(file) }],
    licenses: [{ license: { id: 'MIT' } }],
  }
}

/** Removes the path of a pack on the machine that made the archive: it says nothing to others. */
function withoutLocalFile(entry) {
  const externalReferences = entry.externalReferences.filter(({ url }) => !url.startsWith('file:'))
  return { ...entry, externalReferences }
}
