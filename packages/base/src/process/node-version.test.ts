import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  assertNodeVersion,
  minimumNode,
  minimumServiceNode,
  runtimePartOf,
} from './node-version.ts'

test('law: the least version is the one that the manifests name', () => {
  const manifest = new URL('../../../../package.json', import.meta.url)
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(`${engines.node}.0`).toBe(`>=${minimumNode}`)
})

test('law: the least version of services is the one that their manifests name', () => {
  for (const folder of ['packages/api', 'packages/store', 'workers/indexer']) {
    const manifest = new URL(`../../../../${folder}/package.json`, import.meta.url)
    const { engines } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(engines.node).toBe(`^${minimumServiceNode} || >=23.6.0`)
  }
})

test('golden: this Node and every newer one is enough for a service', () => {
  const enough = [
    process.versions.node,
    minimumServiceNode,
    '22.20.0',
    '23.6.0',
    '24.0.0',
    '100.0.0',
  ]
  for (const version of enough)
    expect(runtimePartOf(version)).toEqual({ part: 'runtime', status: 'ready', problems: [] })
})

test('refuses: an older Node, and a version that is none', () => {
  for (const version of ['20.19.0', '22.13.1', '23.5.0', '18.99.99', '4.0.0', 'x']) {
    expect(() => assertNodeVersion(version)).toThrow(/need Node 22\.14\.0 or newer/)
    expect(runtimePartOf(version)).toMatchObject({
      status: 'not_ready',
      problems: [{ code: 'node_too_old', facts: { version } }],
    })
  }
})
