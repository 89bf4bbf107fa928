import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms, root, scope } from './house.ts'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly homepage: string
  readonly bugs: string
  readonly keywords: readonly string[]
  readonly repository: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly publishConfig: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const house = manifestOf('.')
const manifests = rooms.map(({ name, dir }) => ({ name, dir, manifest: manifestOf(dir) }))

/** The one place of the public address: the root manifest. */
const address = house.repository.url!.replace(/^git\+|\.git$/g, '')

test('law: the root manifest names the public repository', () => {
  expect(house.repository).toEqual({ type: 'git', url: `git+${address}.git` })
  expect([house.homepage, house.bugs]).toEqual([`${address}#readme`, `${address}/issues`])
  expect(new URL(address).protocol).toBe('https:')
})

test.each(manifests)('law: $name says where it comes from and what it is', ({ dir, manifest }) => {
  const { homepage, bugs, keywords, repository, license, description, publishConfig } = manifest
  // A registry compares this address with the one that signs a provenance statement.
  expect(repository).toEqual({ ...house.repository, directory: dir })
  expect(homepage).toBe(`${address}/tree/main/${dir}#readme`)
  expect([bugs, license]).toEqual([house.bugs, 'MIT'])
  expect(publishConfig).toEqual({ access: 'public' })
  expect(description.length).toBeGreaterThan(20)
  expect(new Set(keywords).size).toBe(keywords.length)
  expect(keywords.length).toBeGreaterThanOrEqual(5)
  expect(keywords.filter((word) => !/^[a-z0-9-]+$/.test(word))).toEqual([])
})

test.each(manifests)(
  'law: $name has the version of the house and pins its rooms',
  ({ manifest }) => {
    expect(manifest.version).toBe(house.version)
    const { dependencies = {}, optionalDependencies = {} } = manifest
    const versions = Object.entries({ ...dependencies, ...optionalDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    const own = versions.filter(([name]) => name.startsWith(scope))
    expect(own.filter(([, version]) => version !== house.version)).toEqual([])
  },
)

/** Versions of Node around every bound that a manifest names. */
const nodes = [
  '14.0.0',
  '16.0.0',
  '18.20.8',
  '20.0.0',
  '20.18.3',
  '20.19.0',
  '20.20.2',
  '21.7.3',
  '22.0.0',
  '22.11.0',
  '22.12.0',
  '22.13.1',
  '22.14.0',
  '22.23.3',
  '23.0.0',
  '23.5.0',
  '23.6.0',
  '24.0.0',
  '24.21.0',
  '26.0.0',
]

/** Rooms that a room loads on demand, so that their engines are no bound for it, and what shows it. */
const onDemand: Readonly<Record<string, readonly string[]>> = {
  // test/e2e/old-node.test.ts: what needs no store runs on Node 20, and the rest says that it needs Node 22.14.
  '@vaultwright/cli': ['api', 'indexer', 'operations', 'store'],
}

test.each(manifests)('law: $name runs on no Node that what it stands on refuses', (room) => {
  const { name, dir, manifest } = room
  const allowed = nodes.filter((node) => accepts(manifest.engines.node, node))
  expect(allowed.length).toBeGreaterThan(2)
  const later = (onDemand[name] ?? []).map((key) => `${scope}${key}`)
  const { dependencies = {}, optionalDependencies = {} } = manifest
  for (const key of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = [dir, '.'].find((at) => existsSync(join(root, at, 'node_modules', key)))
    if (folder === undefined || later.includes(key)) continue
    const range = manifestOf(join(folder, 'node_modules', key)).engines?.node ?? '>=0'
    const refused = allowed.filter((node) => !accepts(range, node))
    expect(refused, `${key} needs Node ${range}`).toEqual([])
  }
})

test('law: what stands on SQLite asks for the binary interface that its binding is built for, which is 10', () => {
  for (const { manifest } of manifests) {
    const { node } = manifest.engines
    const isBound = ['api', 'indexer', 'operations', 'store'].includes(manifest.name.split('/')[1]!)
    const accepted = ['22.13.1', '22.14.0', '23.5.0', '23.6.0'].map((one) => accepts(node, one))
    if (isBound) expect(accepted, manifest.name).toEqual([false, true, false, true])
    else expect(accepted, manifest.name).toEqual([true, true, true, true])
  }
})

test('law: the versions that the program refuses with a line are those that its manifest refuses', () => {
  const text = readFileSync(join(root, 'packages/cli/src/bin.ts'), 'utf8')
  expect(text).toContain('needs Node 20.19 or newer')
  const { node } = manifestOf('packages/cli').engines
  expect(nodes.find((version) => accepts(node, version))).toBe('20.19.0')
  expect(accepts(house.engines.node, '20.19.0')).toBe(true)
})

test('refuses: a range that cannot be read', () => {
  expect(accepts('^20.19.0 || ^22.12.0 || >=23', '22.11.0')).toBe(false)
  expect(accepts('^20.19.0 || ^22.12.0 || >=23', '20.20.2')).toBe(true)
  expect(accepts('>= 14.6', '14.0.0')).toBe(false)
  expect(() => accepts('~20 <21', '20.0.0')).toThrow(/range/)
})

/** Whether a range of `>=` and `^`, joined by `||`, holds a version. */
function accepts(range: string, version: string): boolean {
  const parts = numbersOf(version)
  return range.split('||').some((alternative) => {
    const [, sign, bound] = /^(>=|\^)\s*(\d+(?:\.\d+){0,2})$/.exec(alternative.trim()) ?? []
    if (bound === undefined) throw new Error(`${range} is not a range that this test can read.`)
    const least = numbersOf(bound)
    if (sign === '^' && parts[0] !== least[0]) return false
    const at = parts.findIndex((part, index) => part !== least[index])
    return at < 0 || parts[at]! > least[at]!
  })
}

function numbersOf(version: string): readonly number[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}
