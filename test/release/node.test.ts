import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDigests, printDigests } from '../../release/archive/digest.mjs'
import { openNodes, platforms, takeNode } from '../../release/archive/node.mjs'
import { canRun } from '../support/skip-unless.ts'
import { archiveName, madeUp, sha256, writeDigestList, writeNodeFolder } from './node-folder.ts'

const scratch = mkdtempSync(join(tmpdir(), 'vaultwright-nodes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('a list of digests', () => {
  const digest = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => sha256(Buffer.from(bytes)))
  const name = fc.stringMatching(/^[\w./-]{1,30}$/)

  test('law: it is read as it is printed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, digest)), (entries) => {
        const digests = new Map(entries)
        expect(parseDigests(printDigests(digests), 'list')).toEqual(digests)
      }),
    )
  })

  test('golden: as sha256sum and the publisher of Node write it', () => {
    const digest = sha256(Buffer.from('one'))
    const text = `${digest}  node-v24.21.0-linux-x64.tar.xz\r\n${digest} *win-x64/node.exe\n`
    expect([...parseDigests(text, 'list')]).toEqual([
      ['node-v24.21.0-linux-x64.tar.xz', digest],
      ['win-x64/node.exe', digest],
    ])
  })

  test('refuses: a signature around it, a digest cut short, and two digests of a name', () => {
    const [first, two] = ['one', 'two'].map((text) => sha256(Buffer.from(text)))
    for (const [text, message] of [
      ['-----BEGIN PGP SIGNED MESSAGE-----\n', /line 1 of list\. Give the plain list/],
      [`${first}  a\n${two!.slice(1)}  b\n`, /line 2/],
      [`${first}  a\n${two}  a\n`, /two digests of a/],
    ] as const) {
      expect(() => parseDigests(text, 'list')).toThrow(message)
      expect(() => parseDigests(text, 'list')).toThrow(
        expect.objectContaining({ code: 'digest_list_invalid' }),
      )
    }
  })
})

const areToolsThere = canRun(
  ['xz', 'unzip'].every((name) => spawnSync(name, ['--help']).error === undefined),
  'xz or unzip is not installed',
)

describe.skipIf(!areToolsThere)('the folder of Nodes', () => {
  const version = '24.21.0'
  const tested = '24.20.0'
  const folder = join(scratch, 'nodes')
  beforeAll(() => writeNodeFolder(folder, { version, platforms }))

  test('golden: each platform gets its program and the licence', () => {
    const nodes = openNodes(folder, { chosen: platforms, tested })
    expect(nodes.version).toBe(version)
    for (const platform of platforms) {
      const place = join(scratch, 'place', platform)
      mkdirSync(join(place, 'bin'), { recursive: true })
      const program = takeNode(nodes, platform, place)
      expect(program).toBe(join(place, platform === 'win-x64' ? 'bin/node.exe' : 'bin/node'))
      expect(readFileSync(program, 'utf8')).toBe(madeUp(platform))
      expect(statSync(program).mode & 0o111).toBe(0o111)
      expect(readFileSync(join(place, 'LICENSE.node'), 'utf8')).toBe(
        `licence of node-v${version}-${platform}\n`,
      )
    }
  })

  test('law: a changed byte of any archive is refused, and the archives of other platforms are not asked for', () => {
    const last = platforms.at(-1)!
    const changed = copyOf('changed')
    fc.assert(
      fc.property(
        fc.constantFrom(...platforms),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (platform, at, flip) => {
          const file = join(changed, archiveName(version, platform))
          const bytes = readFileSync(file)
          const damaged = Buffer.from(bytes)
          damaged[at % bytes.length]! ^= flip
          writeFileSync(file, damaged)
          expect(codeOf(changed)).toBe('node_digest_differs')
          const otherPlatforms = platforms.filter((other) => other !== platform)
          expect(openNodes(changed, { chosen: otherPlatforms, tested }).files.size).toBe(
            otherPlatforms.length,
          )
          writeFileSync(file, bytes)
        },
      ),
    )
    expect(openNodes(changed, { chosen: [last], tested }).files.size).toBe(1)
  })

  test('refuses: each way in which a folder cannot be used', () => {
    expect(codeOf(undefined)).toBe('node_folder_missing')
    const copy = copyOf('no-list')
    rmSync(join(copy, 'SHASUMS256.txt'))
    expect(codeOf(copy)).toBe('node_list_missing')
    const unlisted = copyOf('unlisted')
    writeDigestList(unlisted, { version, platforms: platforms.slice(1) })
    expect(codeOf(unlisted)).toBe('node_digest_absent')
    const absent = copyOf('absent')
    rmSync(join(absent, archiveName(version, 'darwin-arm64')))
    expect(codeOf(absent)).toBe('node_archive_missing')
    const twice = copyOf('twice')
    writeNodeFolder(twice, { version: '24.22.0', platforms: ['linux-x64'] })
    expect(codeOf(twice)).toBe('node_archive_missing')
  })

  test('refuses: a platform of another version, and a version that the tests do not run on', () => {
    const mixed = copyOf('mixed')
    rmSync(join(mixed, archiveName(version, 'darwin-arm64')))
    const list = readFileSync(join(mixed, 'SHASUMS256.txt'), 'utf8')
    writeNodeFolder(mixed, { version: '24.0.0', platforms: ['darwin-arm64'] })
    const more = readFileSync(join(mixed, 'SHASUMS256.txt'), 'utf8')
    const both = [...parseDigests(list, 'list'), ...parseDigests(more, 'list')]
    writeFileSync(join(mixed, 'SHASUMS256.txt'), printDigests(new Map(both)))
    expect(codeOf(mixed)).toBe('node_versions_differ')
    for (const [damaged, code] of [
      ['24.21.1', 'node_version_untested'],
      ['23.0.0', 'node_version_untested'],
      ['25.0.0', 'node_version_untested'],
      ['24.21.0', null],
    ] as const)
      expect(codeOf(folder, damaged)).toBe(code)
  })

  test('refuses: an archive that is on the list and holds no program', () => {
    const hollow = copyOf('hollow')
    for (const platform of ['linux-x64', 'win-x64']) {
      writeFileSync(join(hollow, archiveName(version, platform)), 'no archive')
      writeDigestList(hollow, { version, platforms })
      const nodes = openNodes(hollow, { chosen: [platform], tested })
      const place = join(scratch, `hollow-${platform}`)
      mkdirSync(join(place, 'bin'), { recursive: true })
      expect(() => takeNode(nodes, platform, place)).toThrow(
        expect.objectContaining({ code: 'node_archive_unreadable' }),
      )
    }
  })

  function codeOf(place: string | undefined, than = tested): string | null {
    try {
      openNodes(place, { chosen: platforms, tested: than })
      return null
    } catch (error) {
      return (error as { readonly code: string }).code
    }
  }

  function copyOf(name: string): string {
    const copy = join(scratch, name)
    cpSync(folder, copy, { recursive: true })
    return copy
  }
})
