import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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

test('law: litesvm and the client library of Solana are dependencies of the tests alone', () => {
  const { dependencies = {}, devDependencies } = read('package.json')
  expect(Object.keys(devDependencies)).toEqual(
    expect.arrayContaining(['litesvm', '@solana/kit', '@solana-program/token']),
  )
  expect(Object.keys(dependencies)).toEqual([])
  const { packages } = read('package-lock.json') as { packages: Record<string, { dev?: boolean }> }
  const ofSolana = Object.entries(packages).filter(([path]) =>
    /node_modules\/(litesvm|@solana)/.test(path),
  )
  expect(ofSolana.length).toBeGreaterThan(20)
  expect(ofSolana.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([])
})
