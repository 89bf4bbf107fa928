import type { LocalManifest } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { demoJsonOf, printDemo } from './demo.ts'

const account = '0x1111111111111111111111111111111111111111'
const strategists = [{ name: 'main strategist', address: account, root: '0x' }]
const vaults = [{ name: 'Local ETH', vault: account, strategists }]
const manifest = { vaults, accounts: [] } as unknown as LocalManifest
const demo = (metricsUrl: string | null) => ({
  url: 'http://127.0.0.1:8080',
  consoleUrl: 'http://localhost:8080/console',
  inviteUrl: 'http://localhost:8080/console/invite#secret',
  databaseUrl: 'sqlite:demo.sqlite',
  metricsUrl,
  chainUrl: 'http://127.0.0.1:8545',
  key: 'vw_key',
  manifest,
})
const metrics = 'http://127.0.0.1:9080/metrics'
const textOf = (url: string | null) => [...printDemo(demo(url), plain)].join('')

test('golden: the demo prints where its metrics are', () => {
  expect(textOf(metrics)).toMatch(new RegExp(`^metrics +${metrics}$`, 'm'))
  expect(demoJsonOf(demo(metrics))).toMatchObject({ metrics })
})

test('refuses: without metrics, no address of them is printed', () => {
  expect(textOf(null)).not.toMatch(/^metrics/m)
  expect(demoJsonOf(demo(null))).toMatchObject({ metrics: null })
})

test('golden: the demo prints the console first, and the link that signs in to it', () => {
  expect(textOf(null)).toMatch(/^ready {2}http:\/\/localhost:8080\/console\n\nsign in +http/)
  expect(demoJsonOf(demo(null))).toMatchObject({
    console: 'http://localhost:8080/console',
    invite: 'http://localhost:8080/console/invite#secret',
  })
})
