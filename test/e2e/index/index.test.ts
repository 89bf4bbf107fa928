import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { ask, run, runBeside, scratch, startBeside } from '../program.ts'
import { type Story, tellStory } from './index-story.ts'

const folder = scratch()
let env: Story
let chain: LocalChain
let url = ''
beforeAll(async () => {
  env = tellStory(folder)
  chain = await startLocalChain()
  url = chain.anvil.url
})
afterAll(() => chain?.anvil.close())

/**
 * Hides the values of the run's moment, and those that follow from bytes: the time a day was read,
 * digests, hashes.
 */
const timeless = (text: string) =>
  text
    .replace(/from reading [0-9a-f]{16}, \d+ calls/, 'from reading …, … calls')
    .replace(/read at \S+/, 'read at …')
    .replace(/0x[0-9a-f]{64}/g, '0x…')

describe('before anything was indexed', () => {
  test('behavior: never says that nothing is missing', () => {
    const { code, out } = run(['index', 'status'], { env })
    expect(code).toBe(1)
    expect(out).toContain('local was not scanned yet: run vaultwright index run, or index backfill')
    const gaps = ask(['index', 'gaps'], { env })
    expect(gaps.ok).toBe(false)
    expect(gaps.gaps).toMatchObject([{ kind: 'unseen' }, { kind: 'unseen' }])
  })

  test.each([
    [['index', 'backfill'], 2, 'Set LOCAL_RPC_URL, or give --rpc-url'],
    [['index', 'backfill', '--vault', 'nobody'], 2, 'is not a vault'],
    [['index', 'backfill', '--tenant', 'nobody'], 3, 'code: tenant_not_found'],
    [['index', 'backfill', '--chain', 'base'], 2, 'Their chains are: local'],
    [['index', 'backfill', '--from', '2026-02-30'], 2, '--from cannot be "2026-02-30"'],
    [['index', 'backfill', '--concurrency', '0'], 2, '--concurrency must be a whole number'],
    [['index', 'run', '--queue', 'mysql://x'], 2, '--queue must be inline, redis://'],
    [['index', 'run', '--once', '--queue', 'redis://x'], 2, 'Leave one of them out'],
    [['index', 'repair', '--reread'], 2, 'Say why with --reason'],
    [['index', 'explain', 'Local ETH', '2026-01-20'], 3, 'code: day_not_indexed'],
    [['index', 'explain', 'Local ETH'], 2, '<day> is missing'],
    [['index', 'explain', 'Local ETH', 'monday'], 2, '<day> cannot be "monday"'],
    [['index', 'explain', '--receipt', 'nowhere.json'], 3, 'code: input_missing'],
    [['index', 'status', '--database', 'sqlite:/nowhere/x.db'], 3, 'code: not_migrated'],
  ] as const)('error: %j', (words, exit, hint) => {
    const { code, out, err } = run(words, { env })
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toContain(hint)
  })

  test('error: a node that is not there', async () => {
    const words = ['index', 'backfill', '--rpc-url', 'http://127.0.0.1:9', '--quiet']
    const { code, err } = await runBeside(words, { env })
    expect(code).toBe(4)
    expect(err).toContain('code: rpc_network')
  })

  test('error: a file of prices that is none, and one that is not there', () => {
    const bad = join(folder, 'bad.yaml')
    writeFileSync(bad, 'prices: 5\n')
    const words = ['index', 'backfill', '--rpc-url', url]
    const of = (PRICES_FILE: string) => run(words, { env: { ...env, PRICES_FILE } })
    expect(of(bad)).toMatchObject({ code: 3, err: expect.stringContaining('code: price_book') })
    expect(of('nowhere')).toMatchObject({ code: 3, err: expect.stringContaining('input_missing') })
  })
})

describe('indexed', () => {
  test('default: a range first, then the rest, each day once; off a terminal a line of JSON an event', async () => {
    const words = ['index', 'backfill', '--vault', 'Local USD', '--rpc-url', url]
    const range = ['--from', '2026-01-10', '--to', '2026-01-12', '--json']
    const first = await runBeside([...words, ...range], { env })
    expect(JSON.parse(first.out)).toMatchObject({ ok: true, indexed: 3, failures: [] })
    const events = first.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const days = events.filter(({ event }) => event === 'day_indexed').map(({ day }) => day)
    expect(days.sort()).toEqual(['2026-01-10', '2026-01-11', '2026-01-12'])
    const remaining = await runBeside(['index', 'backfill', '--rpc-url', url, '--quiet'], { env })
    expect(remaining).toMatchObject({ code: 0, err: '' })
    expect(remaining.out).toMatch(/^whole {2}85 days indexed in /)
    // Round trips a vault-day, as the summary counts them.
    expect(Number(remaining.out.trim().split(/\s+/).at(-1))).toBeLessThan(3)
    const again = await runBeside(['index', 'run', '--once', '--quiet', '--json'], {
      env: { ...env, LOCAL_RPC_URL: url },
    })
    expect(JSON.parse(again.out)).toMatchObject({ ok: true, indexed: 0, kept: 0, revised: 0 })
  })

  test('default: status', () => {
    expect(run(['index', 'status'], { env })).toMatchObject({ code: 0, err: '' })
    expect(run(['index', 'status'], { env }).out).toMatchSnapshot()
    expect(run(['index', 'gaps'], { env })).toEqual({ code: 0, out: 'No gap.\n', err: '' })
    const { vaults } = ask(['index', 'status', '--vault', 'Local ETH'], { env })
    expect(vaults).toMatchObject([
      {
        name: 'Local ETH',
        ok: true,
        lastDay: '2026-02-13',
        missing: [],
        lost: [],
        stale: [],
        due: { from: '2026-01-01', to: '2026-02-13' },
      },
    ])
  })

  test.each([
    ['the loss of Local USD', ['Local USD', '2026-01-21']],
    ['the pause of Local ETH', ['Local ETH', '2026-02-04']],
    ['the first day, with none before it', ['Local ETH', '2026-01-01']],
    ['what Local USD held', ['Local USD', '2026-02-13', '--kind', 'snapshot']],
    ['the last week of Local ETH', ['Local ETH', '2026-02-13', '--kind', 'performance']],
    ['the fees of Local ETH to the wei', ['Local ETH', '2026-02-13', '--recompute']],
    ['the first day, whose fees are open', ['Local USD', '2026-01-01', '--recompute']],
  ] as const)('default: %s explained', (_, words) => {
    const { code, out, err } = run(['index', 'explain', ...words], { env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(timeless(out)).toMatchSnapshot()
  })

  test('behavior: values computed again come out as they were, without a node', () => {
    const none = { days: 44, unchanged: 132, completed: 0, revised: 0, added: 0 }
    // A thread loads the program anew.
    const alone = ['index', 'replay', '--threads', '1']
    for (const vault of ask(alone, { env }).vaults) {
      expect(vault).toMatchObject({ ...none, stale: 0 })
    }
    for (const vault of ask([...alone, '--all'], { env }).vaults) {
      expect(vault).toMatchObject({ ...none, stale: 132 })
    }
    const some = [...alone, '--from', '2026-02-13']
    expect(run(some, { env }).out).toMatch(/^nothing changed {2}2 days, 0 values computed again/)
    expect(run([...some, '--all'], { env }).out).toMatch(/^nothing changed {2}2 days, 6 values/)
    const refused = run(['index', 'replay', '--threads', '0'], { env })
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('at least 1')])
  })

  test('behavior: a repair compares every block; a day that is read again is the same', async () => {
    const nodes = ['--rpc-url', url, '--quiet', '--json']
    const all = JSON.parse((await runBeside(['index', 'repair', ...nodes], { env })).out)
    expect(all).toMatchObject({ ok: true, takenBack: 0, checked: 88, moved: [], indexed: 0 })
    const day = ['--from', '2026-01-21', '--to', '2026-01-21', '--vault', 'Local USD']
    const reasonWords = ['--reread', '--reason', 'A person wanted it']
    const parsed = JSON.parse(
      (await runBeside(['index', 'repair', ...day, ...reasonWords, ...nodes], { env })).out,
    )
    expect(parsed).toMatchObject({ ok: true, checked: 1, reread: 1, failures: [] })
    const { ok } = ask(['index', 'explain', 'Local USD', '2026-01-21'], { env })
    expect(ok).toBe(true)
  })

  test('behavior: what was known then is not what is known now', () => {
    const words = ['index', 'explain', 'Local USD', '2026-01-20', '--as-of']
    expect(run([...words, '2026-01-30T00:00:00Z'], { env })).toMatchObject({ code: 3, out: '' })
    const { ok, asOf, checks } = ask([...words, '2100-01-01'], { env })
    expect({ ok, asOf, count: checks.length }).toEqual({
      ok: true,
      asOf: '2100-01-01T00:00:00Z',
      count: 3,
    })
  })
})

describe('a receipt from another database', () => {
  const file = (value: unknown) => {
    const path = join(folder, 'receipt.json')
    writeFileSync(path, JSON.stringify(value))
    return path
  }
  const explain = (value: unknown) => run(['index', 'explain', '--receipt', file(value)])

  test('behavior: it is checked without a database; a digit that was changed is found', () => {
    const words = ['index', 'explain', 'Local USD', '2026-01-21']
    const { receipt } = ask(words, { env })
    expect(explain(receipt).code).toBe(0)
    const forged = structuredClone(receipt)
    forged.result.dailyApy.value = '0.1'
    const lied = explain(forged)
    expect(lied.code).toBe(1)
    expect(lied.out).toContain('DIFFERENT')
    expect(lied.out).toContain('result.dailyApy.value')
    const altered = structuredClone(receipt)
    altered.inputs.before.sharePrice.value = '1'
    expect(explain(altered)).toMatchObject({ code: 1 })
  })

  test.each([
    ['nothing in it', {}, 'receipt is missing'],
    ['an answer without explain=true', { data: { apy: 1 } }, 'as explain=true adds it'],
    ['a formula without inputs', { formula: 'daily@1', result: {} }, '.inputs'],
  ] as const)('error: ShapeError for %s', (_, value, hint) => {
    const { code, err } = explain(value)
    expect(code).toBe(3)
    expect(err).toContain(hint)
  })

  test('error: UnknownFormulaError for a formula of another version', () => {
    const { code, err } = explain({ formula: 'daily@9', inputs: {}, result: {} })
    expect(code).toBe(3)
    expect(err).toContain('code: unknown_formula')
  })

  test('error: UsageError for words that a receipt answers itself', () => {
    const words = ['index', 'explain', '--receipt', file({})]
    for (const more of [['--kind', 'daily'], ['--recompute']]) {
      const { code, err } = run([...words, ...more])
      expect([code, err]).toEqual([2, expect.stringContaining(`Leave ${more[0]} out`)])
    }
  })
})

test('behavior: it runs until a signal ends it, and shows its progress', async () => {
  const words = ['index', 'run', '--port', '0', '--json']
  const running = startBeside(words, {
    env: { ...env, LOCAL_RPC_URL: url, INDEX_SCAN_SECONDS: '1' },
  })
  const [line] = await running.lines(1)
  const announcement = JSON.parse(line!)
  expect(announcement).toMatchObject({
    queue: 'inline',
    chains: ['local'],
    vaults: 2,
    scanSeconds: 1,
  })
  const metrics = await (await fetch(announcement.metrics)).text()
  expect(metrics).toMatch(/^vaultwright_index_lag_seconds\{.*\} \d+$/m)
  expect((await fetch(announcement.health)).status).toBe(200)
  running.signal('SIGTERM')
  const { code, err } = await running.end
  expect(code).toBe(0)
  for (const event of err.trim().split('\n')) expect(JSON.parse(event)).toHaveProperty('level')
})
