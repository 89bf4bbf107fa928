import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> }

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

test('law: the lock has litesvm for every platform, so that an installation from it works everywhere', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { optionalDependencies?: Record<string, string>; dev?: boolean }>
  }
  const platforms = Object.keys(packages['node_modules/litesvm']!.optionalDependencies ?? {})
  expect(platforms).toHaveLength(6)
  expect(platforms.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([])
})

test('law: litesvm and the client library of Solana are of the repository alone: no package depends on them', () => {
  const { dependencies } = read('package.json')
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['litesvm', '@solana/kit', '@solana-program/token']),
  )
  const { packages } = read('package-lock.json') as { packages: Record<string, Manifest> }
  const rooms = Object.entries(packages).filter(([path]) => /^(packages|workers)\//.test(path))
  expect(rooms.length).toBeGreaterThan(20)
  const ofSolana = rooms.flatMap(([path, { dependencies = {} }]) =>
    Object.keys(dependencies)
      .filter((name) => /^(litesvm|@solana)/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(ofSolana).toEqual([])
})
