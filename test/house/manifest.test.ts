import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type addressesOf,
  assertReleasable,
  codeIdentity,
  type Identity,
  parseIdentity,
  readIdentity,
} from '../../release/identity.mjs'
import { imageText } from '../../release/image.mjs'
import { publishedManifest } from '../../release/pack.mjs'
import { rooms, root, scope } from './house.ts'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords: readonly string[]
  readonly engines: { readonly node: string }
  readonly publishConfig: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const house = manifestOf('.')
const manifests = rooms.map(({ name, dir }) => ({ name, dir, manifest: manifestOf(dir) }))

test.each(manifests)('law: $name says what it is', ({ manifest }) => {
  const { keywords, license, description, publishConfig } = manifest
  expect(license).toBe('MIT')
  expect(publishConfig).toEqual({ access: 'public' })
  expect(description.length).toBeGreaterThan(20)
  expect(new Set(keywords).size).toBe(keywords.length)
  expect(keywords.length).toBeGreaterThanOrEqual(5)
  expect(keywords.filter((word) => !/^[a-z0-9-]+$/.test(word))).toEqual([])
})

describe('addresses of the project', () => {
  const setting = 'release/identity.json'
  const identity = readIdentity(join(root, setting))

  test('law: no manifest names one', () => {
    const fields = ['author', 'bugs', 'contributors', 'funding', 'homepage', 'repository']
    for (const manifest of [house, ...manifests.map((room) => room.manifest)])
      expect([manifest.name, fields.filter((field) => field in manifest)]).toEqual([
        manifest.name,
        [],
      ])
  })

  test('law: no file of the repository names one but the setting', () => {
    const set = [identity.home, identity.repository].filter((address) => address !== null)
    const files = filesIn('.')
    expect(files.length).toBeGreaterThan(3_500)
    const matches = files.flatMap((file) => {
      const bytes = readFileSync(join(root, file))
      if (!bytes.includes('aultwright') && set.length === 0) return []
      const text = bytes.toString()
      return [...namedIn(text), ...set.filter((address) => text.includes(address))].map(
        (address) => ({ file, address }),
      )
    })
    expect(matches.filter(({ file }) => file !== setting)).toEqual([])
  })

  const { name } = codeIdentity
  test.each([
    `https://github.com/${name}/${name}#readme`,
    `"git+https://github.com/${name}/${name}.git"`,
    `git@codeberg.org:team/${name}.git`,
    `see docs.${name}.ai.`,
    `https://www.npmjs.com/package/${scope}cli`,
    `image: ghcr.io/team/${name}:0.1.0`,
    `<https://${name}.example.fi/x>`,
  ])('refuses: %s', (text) => {
    expect(namedIn(text).length).toBe(1)
  })

  test('golden: names of packages, files, images and made-up hosts are no addresses', () => {
    const texts = [
      `${scope}merkle ${name}.yaml ${name}.lock.json ${name}:0.1.0 dist/${name}/a.js`,
      `postgres://${name}:pw@127.0.0.1/${name} https://${name}.example https://a.example.com/${name}`,
      `# yaml-language-server: $schema=${name}.schema.json`,
    ]
    expect(texts.flatMap((text) => namedIn(text))).toEqual([])
  })
})

describe('the identity of a release', () => {
  const releaseIdentity: Identity = {
    name: 'vaultwright',
    scope: '@vaults',
    home: 'https://vaults.example.com',
    repository: 'https://code.example.com/team/vaults',
  }
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
  const address = fc
    .tuple(label, fc.array(label, { maxLength: 3 }))
    .map(([host, path]) => ['https:/', `${host}.example.com`, ...path].join('/'))
  const some: fc.Arbitrary<Identity> = fc.record({
    name: fc.constant('vaultwright'),
    scope: label.map((text) => `@${text}`),
    home: fc.option(address),
    repository: fc.option(address),
  })

  test('law: a setting is read as it is written', () => {
    fc.assert(
      fc.property(some, (identity) => {
        expect(parseIdentity(JSON.stringify(identity), 'identity.json')).toEqual(identity)
      }),
    )
  })

  test('law: packs carry what is set, each with its folder, and one scope', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...manifests), (identity, { dir, manifest }) => {
        const published = publishedManifest(
          { dir, manifest },
          { version: house.version, identity },
        ) as Manifest & ReturnType<typeof addressesOf>
        const { home, repository } = identity
        expect([published.homepage, published.bugs, published.repository]).toEqual([
          home ?? undefined,
          repository === null ? undefined : `${repository}/issues`,
          repository === null
            ? undefined
            : { type: 'git', url: `git+${repository}.git`, directory: dir },
        ])
        expect(published.name).toBe(manifest.name.replace(scope, `${identity.scope}/`))
        const needs = Object.keys(manifest.dependencies ?? {})
        expect(Object.keys(published.dependencies ?? {})).toEqual(
          needs.map((need) => need.replace(scope, `${identity.scope}/`)),
        )
      }),
    )
  })

  test('law: the image carries what is set as labels, and starts the program of the scope', () => {
    const text = readFileSync(join(root, 'release/image/Dockerfile'), 'utf8')
    expect(imageText(text, { version: '7.8.9', identity: releaseIdentity }).split('\n')).toEqual(
      text
        .split('\n')
        .map((line) =>
          line.startsWith('LABEL')
            ? `${line} org.opencontainers.image.version="7.8.9" org.opencontainers.image.url="${releaseIdentity.home}" org.opencontainers.image.source="${releaseIdentity.repository}"`
            : line.replace('@vaultwright/', '@vaults/'),
        ),
    )
    const bare = imageText(text, { version: '7.8.9', identity: codeIdentity })
    expect(bare.replace(' org.opencontainers.image.version="7.8.9"', '')).toBe(text)
  })

  test('golden: the setting of the repository can be read, and the code is written with its name', () => {
    expect(readIdentity(join(root, 'release/identity.json')).name).toBe(house.name)
    expect([codeIdentity.name, `${codeIdentity.scope}/`]).toEqual([house.name, scope])
  })

  test.each<[string, object | string, RegExp]>([
    ['a text that is not JSON', '{', /is not a JSON object/],
    ['a list', '[]', /is not a JSON object/],
    ['an unknown key', { ...releaseIdentity, hompage: null }, /"hompage" is not a key/],
    ['a missing key', { ...releaseIdentity, home: undefined }, /^Nothing is not the home/],
    ['another name', { ...releaseIdentity, name: 'vaults' }, /renamed there first/],
    ['a scope without @', { ...releaseIdentity, scope: 'vaults' }, /^"vaults" is not the scope/],
    ['a scope with a stroke', { ...releaseIdentity, scope: '@vaults/' }, /is not the scope/],
    ['a scope in capitals', { ...releaseIdentity, scope: '@Vaults' }, /is not the scope/],
    ['no address', { ...releaseIdentity, home: 'vaults.example.com' }, /is not the home/],
    ['http', { ...releaseIdentity, home: 'http://vaults.example.com' }, /with https/],
    ['a user', { ...releaseIdentity, home: 'https://me:pw@vaults.example.com' }, /without a user/],
    ['a query', { ...releaseIdentity, home: 'https://vaults.example.com/?a=1' }, /a query/],
    ['a fragment', { ...releaseIdentity, home: 'https://vaults.example.com/#a' }, /a fragment/],
    ['a quote', { ...releaseIdentity, home: 'https://vaults.example.com/a"b' }, /is not the home/],
    [
      'steps up',
      { ...releaseIdentity, home: 'https://vaults.example.com/a/../b' },
      /is not the home/,
    ],
    [
      '.git',
      { ...releaseIdentity, repository: `${releaseIdentity.repository}.git` },
      /a final \/ or \.git/,
    ],
    [
      'a final stroke',
      { ...releaseIdentity, repository: `${releaseIdentity.repository}/` },
      /a final \/ or \.git/,
    ],
    ['a number', { ...releaseIdentity, repository: 5 }, /^5 is not the repository/],
  ])('refuses: %s', (_, value, message) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const read = () => parseIdentity(text, 'identity.json')
    expect(read).toThrow(message)
    expect(read).toThrow(expect.objectContaining({ code: 'identity_invalid' }))
  })

  test('refuses: a release without one', () => {
    const unset = { ...releaseIdentity, home: null, repository: null }
    expect(() => assertReleasable(releaseIdentity, 'identity.json')).not.toThrow()
    expect(() => assertReleasable({ ...releaseIdentity, home: null }, 'identity.json')).toThrow(
      /^home of the project is null in identity\.json\. Set /,
    )
    const folder = mkdtempSync(join(tmpdir(), 'vaultwright-identity-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'identity.json')
    const release = (...words: readonly string[]) =>
      spawnSync(process.execPath, [join(root, 'release/release.mjs'), ...words], {
        encoding: 'utf8',
      })
    const words = ['--dry-run', '--platforms', 'none', '--identity', file]
    expect(release(...words).stderr).toMatch(/identity\.json cannot be read \(ENOENT\)/)
    writeFileSync(file, JSON.stringify(unset))
    expect(release(...words)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^home and repository of the project are null in .*Set home/),
    })
    expect(release('--identity', file).stderr).toMatch(/is for --dry-run only/)
  })
})

test.each(manifests)(
  'law: $name has the version of the house and pins its rooms',
  ({ manifest }) => {
    expect(manifest.version).toBe(house.version)
    const { dependencies = {}, optionalDependencies = {} } = manifest
    const versions = Object.entries({ ...dependencies, ...optionalDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    const ownVersions = versions.filter(([name]) => name.startsWith(scope))
    expect(ownVersions.filter(([, version]) => version !== house.version)).toEqual([])
  },
)

const ignored = new Set(['.git', '.cache', 'node_modules', 'dist', 'coverage'])

/** Ends of names under which projects and their code are at home. */
const publicHost =
  /(?:^|[/@.])((?:[a-z0-9-]+\.)+(?:ai|app|cloud|co|com|dev|fi|finance|gg|io|net|network|org|page|pro|site|tech|xyz))(?=[:/?#]|\.?$)/i

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
  // test/e2e/start/old-node.slow.test.ts: what needs no store runs on Node 20, and the rest says that it needs Node 22.14.
  '@vaultwright/cli': ['api', 'indexer', 'operations', 'safe-service', 'store'],
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
    const bound = ['api', 'indexer', 'operations', 'safe-service', 'store']
    const isBound = bound.includes(manifest.name.split('/')[1]!)
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

/** True if a range of `>=` and `^`, joined by `||`, holds a version. */
function accepts(range: string, version: string): boolean {
  const parts = numbersOf(version)
  return range.split('||').some((alternative) => {
    const [, sign, bound] = /^(>=|\^)\s*(\d+(?:\.\d+){0,2})$/.exec(alternative.trim()) ?? []
    if (bound === undefined) throw new Error(`${range} is not a range that this test can read.`)
    const minimum = numbersOf(bound)
    if (sign === '^' && parts[0] !== minimum[0]) return false
    const position = parts.findIndex((part, index) => part !== minimum[index])
    return position < 0 || parts[position]! > minimum[position]!
  })
}

function numbersOf(version: string): readonly number[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}

/** Every file of the repository, without what is installed or made. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}

/** Parts of a text that name the project at a public host. */
function namedIn(text: string): readonly string[] {
  const words = text.match(/[^\s"'`<>()[\]{}|\\,;]*vaultwright[^\s"'`<>()[\]{}|\\,;]*/gi) ?? []
  return words.filter((word) => {
    const [, host] = publicHost.exec(word) ?? []
    return host !== undefined && !/(^|\.)example\.(com|net|org)$/.test(host)
  })
}
