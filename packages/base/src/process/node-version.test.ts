import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assertNodeVersion, leastNode, runtimePartOf } from './node-version.ts'

test('law: the least version is the one that the manifests name', () => {
  const manifest = new URL('../../../../package.json', import.meta.url)
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'))
  expect(`${engines.node}.0`).toBe(`>=${leastNode}`)
})

test('golden: this Node and every newer one is enough', () => {
  for (const version of [process.versions.node, leastNode, '20.20.0', '21.0.0', '100.0.0'])
    expect(runtimePartOf(version)).toEqual({ part: 'runtime', status: 'ready', problems: [] })
})

test('refuses: an older Node, and a version that is none', () => {
  for (const version of ['20.18.9', '18.99.99', '4.0.0', 'x']) {
    expect(() => assertNodeVersion(version)).toThrow(/needs Node 20\.19\.0 or newer/)
    expect(runtimePartOf(version)).toMatchObject({
      status: 'not_ready',
      problems: [{ code: 'node_too_old', facts: { version } }],
    })
  }
})
