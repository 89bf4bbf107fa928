import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { releaseChangelog, releasesOf } from '../../release/changelog.mjs'
import { codeIdentity } from '../../release/identity.mjs'
import { npm, type Pack, packagesOf, publishedManifest } from '../../release/pack.mjs'
import { publishAll, publishPlan } from '../../release/publish.mjs'
import { versionOf, writeVersion } from '../../release/version.mjs'
import { rankOf, root } from '../house/house.ts'
import { runsOf } from '../support/runs.ts'

const scratch = mkdtempSync(join(tmpdir(), 'vaultwright-release-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const day = '2026-11-26'

describe('the changelog', () => {
  const entry = fc.stringMatching(/^[a-z][a-z `.]{0,20}[a-z]$/).map((text) => `- ${text}`)
  const heading = fc.constantFrom('Added', 'Changed', 'Removed', 'Fixed')
  const groups = fc.array(fc.tuple(heading, fc.array(entry, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })

  test('law: a release keeps every entry once, in its order, and leaves nothing unreleased', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const part = list.map(([name, lines]) => `### ${name}\n${lines.join('\n')}\n`).join('\n')
        const older = '## 0.9.0 - 2026-01-01\n\n### Added\n- the first\n'
        const before = `# Changelog\n\nWords.\n\n## Unreleased\n\n${part}\n${older}`
        const { text, section } = releaseChangelog(before, { version: '0.10.0', date: day })
        expect(releasesOf(text)).toEqual(['0.10.0', '0.9.0'])
        expect(text.endsWith(`${section}\n${older}`)).toBe(true)
        const headings = [...section.matchAll(/^### (.+)$/gm)].map(([, name]) => name)
        expect(new Set(headings).size).toBe(headings.length)
        for (const name of headings) {
          const [, lines] = new RegExp(`### ${name}\\n((?:- .*\\n)+)`).exec(section)!
          const expected = list.filter(([one]) => one === name).flatMap(([, all]) => all)
          expect(lines!.trim().split('\n')).toEqual(expected)
        }
        expect(() => releaseChangelog(text, { version: '0.11.0', date: day })).toThrow(/nothing/)
      }),
      { numRuns: runsOf(1) },
    )
  })

  test('golden: the changelog of the repository makes a section', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const { section, text } = releaseChangelog(changelog, { version: '99.0.0', date: day })
    expect(section).toMatch(/^## 99\.0\.0 - 2026-11-26\n\n### Added\n- /)
    const entries = (all: string) =>
      all
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .sort()
    expect(entries(text)).toEqual(entries(changelog))
  })

  test('refuses: a version that was released, nothing to release, and a heading of its own', () => {
    const of = (part: string, version = '0.2.0') =>
      releaseChangelog(`# C\n\n## Unreleased\n\n${part}\n## 0.1.0 - ${day}\n\n### Added\n- a\n`, {
        version,
        date: day,
      })
    expect(() => of('### Added\n- b\n', '0.1.0')).toThrow(/already/)
    expect(() => of('')).toThrow(/Say what changed/)
    expect(() => of('### News\n- b\n')).toThrow(/not a heading/)
    expect(() => of('- b\n')).toThrow(/no heading/)
  })
})

describe('the version', () => {
  const changelog = (part: string) => `# C\n\n## Unreleased\n\n${part}\n## 0.4.7 - ${day}\n`

  test('golden: what was added makes a minor, what was fixed a patch, and the first release is the manifests’', () => {
    expect(versionOf('0.4.7', { changelog: changelog('### Added\n- a\n') })).toBe('0.5.0')
    expect(versionOf('0.4.7', { changelog: changelog('### Fixed\n- a\n') })).toBe('0.4.8')
    expect(versionOf('0.1.0', { changelog: '# C\n\n## Unreleased\n\n### Added\n- a\n' })).toBe(
      '0.1.0',
    )
    const input = { changelog: changelog('### Fixed\n- a\n'), wanted: '1.0.0' }
    expect(versionOf('0.4.7', input)).toBe('1.0.0')
  })

  test('refuses: what is not a version, and one that is not later', () => {
    const of = (wanted: string) => versionOf('0.4.7', { changelog: changelog(''), wanted })
    expect(() => of('v1')).toThrow(/not a version/)
    expect(() => of('0.4.7')).toThrow(/not later/)
    expect(() => of('0.3.9')).toThrow(/not later/)
  })

  test('law: it is written to every manifest and to the lock, and nothing else is changed', () => {
    const world = join(scratch, 'versions')
    const files = ['.', ...packagesOf(root).map(({ dir }) => dir)].map(
      (dir) => `${dir}/package.json`,
    )
    for (const file of [...files, 'package-lock.json']) {
      mkdirSync(join(world, file, '..'), { recursive: true })
      cpSync(join(root, file), join(world, file))
    }
    const textOf = (file: string) => readFileSync(join(world, file), 'utf8')
    const before = new Map([...files, 'package-lock.json'].map((file) => [file, textOf(file)]))
    writeVersion(world, '7.8.9')
    for (const file of files) {
      const { version, dependencies = {} } = JSON.parse(textOf(file))
      expect(version).toBe('7.8.9')
      const ownDependencies = Object.entries(dependencies).filter(([name]) =>
        name.startsWith('@vaultwright/'),
      )
      expect(ownDependencies.filter(([, pin]) => pin !== '7.8.9')).toEqual([])
    }
    expect(textOf('package-lock.json')).toContain('7.8.9')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeVersion(world, version)
    for (const [file, text] of before) expect(textOf(file), file).toBe(text)
  })
})

describe('packs', () => {
  test('law: packages come after what they need, and rooms of a lower rank need none of a higher', () => {
    const names = packagesOf(root).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(25)
    for (const { name, manifest } of packagesOf(root)) {
      const needs = Object.keys((manifest.dependencies ?? {}) as object)
      for (const need of needs.filter((key) => rankOf(key) >= 0))
        expect(names.indexOf(need), `${name} needs ${need}`).toBeLessThan(names.indexOf(name))
    }
  })

  test('law: a published manifest leads to no source, brings no development dependency, and pins one version', () => {
    for (const { dir, manifest } of packagesOf(root)) {
      const published = publishedManifest(
        { dir, manifest },
        { version: '7.8.9', identity: codeIdentity },
      )
      const text = JSON.stringify(published)
      expect(text).not.toMatch(/"source"|devDependencies|src\//)
      expect(published).toMatchObject({ name: manifest.name, version: '7.8.9' })
      expect(text).not.toMatch(/"@vaultwright\/[\w-]+":"(?!7\.8\.9")/)
    }
  })
})

/** A registry of this process: it keeps what it is sent, and wants a token. */
async function openRegistry() {
  const packs = new Map<string, { readonly body: Buffer; readonly integrity: string }>()
  const tokens: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const name = decodeURIComponent(request.url!.slice(1).split('?')[0]!)
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.method === 'PUT') {
        tokens.push(request.headers.authorization)
        if (request.headers.authorization !== 'Bearer right') return answer(401, { error: 'token' })
        const { _attachments: attachments, access } = JSON.parse(Buffer.concat(chunks).toString())
        const [attachment] = Object.values(attachments) as { readonly data: string }[]
        const body = Buffer.from(attachment!.data, 'base64')
        expect(access).toBe('public')
        packs.set(name, { body, integrity: integrityOf(body) })
        return answer(201, { ok: true })
      }
      const entry = packs.get(name)
      if (entry === undefined) return answer(404, { error: 'not_found' })
      const dist = { integrity: entry.integrity, tarball: `${url}/${name}.tgz` }
      const versions = { '7.8.9': { name, version: '7.8.9', dist } }
      return answer(200, { name, 'dist-tags': { latest: '7.8.9' }, versions })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void server.close())
  return { url, kept: packs, tokens }
}

const integrityOf = (bytes: Buffer) =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`

function packOf(name: string, text: string): Pack {
  const folder = mkdtempSync(join(scratch, 'pack-'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: '7.8.9', main: 'a.js' }),
  )
  writeFileSync(join(folder, 'a.js'), text)
  const packed = JSON.parse(npm(['pack', '--json'], { cwd: folder }))
  const [{ filename, integrity, size }] = Object.values(packed) as [
    { filename: string; integrity: string; size: number },
  ]
  return { name, file: join(folder, filename), integrity, size }
}

// Each pack takes two runs of npm, which a busy machine starts slowly.
describe('publishing', { timeout: 300_000 }, () => {
  const env = { PATH: process.env.PATH, HOME: scratch }
  const version = '7.8.9'

  test('law: each pack is sent once with the token, and again nothing is', async () => {
    const { url, kept: published, tokens } = await openRegistry()
    const packs = [packOf('@example/one', '1'), packOf('@example/two', '2')]
    const target = { version, registry: url, token: 'right', env }
    expect(await publishAll(packs, target)).toEqual([
      'published   @example/one@7.8.9',
      'published   @example/two@7.8.9',
    ])
    for (const { name, integrity } of packs) expect(published.get(name)?.integrity).toBe(integrity)
    expect(await publishAll(packs, target)).toEqual([
      'there       @example/one@7.8.9',
      'there       @example/two@7.8.9',
    ])
    expect(tokens).toEqual(['Bearer right', 'Bearer right'])
  })

  test('refuses: a wrong token, and a version that is there with other bytes', async () => {
    const { url, kept: packs } = await openRegistry()
    const target = { version, registry: url, env }
    const pack = packOf('@example/one', '1')
    await expect(publishAll([pack], { ...target, token: 'wrong' })).rejects.toThrow(/does not take/)
    expect(packs.size).toBe(0)
    await publishAll([pack], { ...target, token: 'right' })
    const otherPack = packOf('@example/one', 'other')
    await expect(publishAll([otherPack], { ...target, token: 'right' })).rejects.toThrow(
      /other bytes/,
    )
    expect(packs.get('@example/one')?.integrity).toBe(pack.integrity)
  })

  test('golden: the plan names every pack with its bytes, and no token', () => {
    const pack = { name: '@example/one', file: '/x.tgz', integrity: 'sha512-abc', size: 12 }
    const lines = publishPlan([pack], {
      version,
      registry: 'https://r',
      env: { NODE_AUTH_TOKEN: 'secret' },
    })
    expect(lines).toEqual([
      expect.stringMatching(
        /^1 packages of version 7\.8\.9 to https:\/\/r, public, without a provenance/,
      ),
      '  @example/one@7.8.9  12 bytes  sha512-abc',
    ])
    expect(lines.join()).not.toContain('secret')
  })

  test('refuses: to begin without a token, and with a platform that there is not', () => {
    const run = (...words: readonly string[]) => {
      const { NODE_AUTH_TOKEN: _, ...variables } = process.env
      return spawnSync(process.execPath, [join(root, 'release/release.mjs'), ...words], {
        encoding: 'utf8',
        env: variables,
      })
    }
    expect(run('--yes')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^NODE_AUTH_TOKEN is not set\./),
    })
    expect(run('--dry-run', '--platforms', 'amiga-68k')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^"amiga-68k" is not a platform/),
    })
  })
})
