import type { LocalManifest } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { demoJsonOf, printDemo } from './demo-service.ts'
import type { DemoSolana } from './demo-solana.ts'

const account = '0x1111111111111111111111111111111111111111'
const strategists = [{ name: 'main strategist', address: account, root: '0x' }]
const vaults = [{ name: 'Local ETH', vault: account, strategists }]
const manifest = { vaults, accounts: [] } as unknown as LocalManifest
const without = { process: null, reason: 'litesvm is not installed' }
const solana = {
  process: {
    url: 'http://127.0.0.1:8899',
    genesisHash: 'bpxaHVDSEgb5KX1teMpNjyUnrqBW2tQFZ6y3HXzzY2y',
    vault: 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za',
    strategist: 'F46J8QyYRN669cKLAPdWnjfag2DfehGY5gWuFQznLDbu',
    treasury: '4CTFAe4oTXvpgzWWf7kZLnU45JycKfZox9vyHc45shez',
    definition: '',
    control: async () => null,
    close: async () => {},
  },
  reason: null,
} as const
const demo = (metricsUrl: string | null, chain: DemoSolana = without) => ({
  url: 'http://127.0.0.1:8080',
  consoleUrl: 'http://localhost:8080/console',
  inviteUrl: 'http://localhost:8080/console/invite#secret',
  databaseUrl: 'sqlite:demo.sqlite',
  metricsUrl,
  chainUrl: 'http://127.0.0.1:8545',
  key: 'vw_key',
  manifest,
  solana: chain,
  queue: {
    safe: '0x2222222222222222222222222222222222222222',
    url: 'http://127.0.0.1:8001/api',
  } as const,
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

test('golden: with a Solana chain, the demo prints its vault and three commands more', () => {
  const text = [...printDemo(demo(null, solana), plain)].join('')
  expect(text).toContain(
    'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za  on a Solana chain in memory',
  )
  expect(text).toMatch(/^Safe +0x2222222222222222222222222222222222222222 {2}2 of 3 owners sign/m)
  expect(text).toContain(
    "/execute/solana/FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za/spl_token/transfer'",
  )
  const json = demoJsonOf(demo(null, solana)) as { examples: unknown[]; vaults: unknown[] }
  expect(json.examples).toHaveLength(7)
  expect(json.vaults.at(-1)).toMatchObject({ name: 'Solana USD', chain: 'solana' })
})

test('refuses: without a Solana chain, the demo says why its vault is left out', () => {
  expect(textOf(null)).toMatch(/^Solana USD +left out: litesvm is not installed$/m)
  expect((demoJsonOf(demo(null)) as { examples: unknown[] }).examples).toHaveLength(4)
})
