import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fetchPackage, takePackage } from './package/package-store.ts'
import { type RealPackage, realPackageOf } from './package/real-package.ts'
import { openRealWorld } from './world/real-world.ts'

const small = realPackageOf('@uniswap/v3-core')
const place = mkdtempSync(join(tmpdir(), 'vaultwright-real-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('golden: a package is the tarball of its integrity, and what was taken is not fetched again', async () => {
  const taken = await fetchPackage(small, place)
  if ('missing' in taken) throw new Error(taken.missing)
  const artifact = JSON.parse(readFileSync(join(taken.folder, small.files[0]!), 'utf8'))
  expect(artifact.contractName).toBe('UniswapV3Factory')
  // A registry that nothing listens at is not asked.
  expect(await fetchPackage(small, place)).toEqual(taken)
})

test.each<[string, Partial<RealPackage>, RegExp]>([
  ['of another integrity', { integrity: 'sha512-AAAA' }, /has integrity sha512-.* the list has/],
  ['of a version that there is none of', { version: '999.0.0' }, /could not be taken/],
  ['without a file of the list', { files: ['no-such-file.json'] }, /could not be taken/],
])('refuses: a package %s', async (_, change, reason) => {
  expect(await fetchPackage({ ...small, ...change }, place)).toEqual({
    missing: expect.stringMatching(reason),
  })
})

test('refuses: a market without its package is missing by name, and no double stands in', async () => {
  const market = {
    protocol: 'absent',
    real: '@uniswap/v3-core',
    decoders: [],
    cases: [],
    deploy: () => Promise.reject(new Error('It was deployed all the same.')),
  } as const
  const take = async () => ({ missing: 'no such package' })
  const world = await openRealWorld([market], take)
  try {
    expect([...world.missing]).toEqual([['absent', 'no such package']])
  } finally {
    await world.close()
  }
  expect('folder' in (await takePackage('@openzeppelin/contracts'))).toBe(true)
})
