import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileCall, localCall, supplyCalls } from '../../support/node/local-call.ts'
import { localChainFolder, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { lyingNode } from '../../support/node/lying-node.ts'
import { askBeside, processesWith, root, runBeside, scratch, startBeside } from '../program.ts'
import type { Outcome } from '../resident/resident.ts'

const folder = scratch()
const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const example = join(root, 'fixtures/calls/local-eth-supply.json')
const ether = 10n ** 18n
let chain: LocalChain
let strategist: string
let second: string

beforeAll(async () => {
  chain = await startLocalChain()
  strategist = placeOf(chain, 'strategist')
  second = placeOf(chain, 'second strategist')
})
afterAll(async () => {
  expect(processesWith(chain.anvil.url)).toEqual([])
  await chain.anvil.close()
})

/** Words that simulate calls on the local chain. */
function wordsFor(calls: readonly FileCall[] | string, ...more: string[]): readonly string[] {
  const file = typeof calls === 'string' ? calls : join(folder, `calls-${count++}.json`)
  if (typeof calls !== 'string') writeFileSync(file, JSON.stringify(calls))
  const words = ['simulate', '--calls', file, '--tree', tree, '--rpc-url', chain.anvil.url]
  return [...words, ...(more.includes('--from') ? [] : ['--from', strategist]), ...more]
}
let count = 0

describe('a rebalance that succeeds', () => {
  test('default: the verdict first, then what moves, in units and raw', async () => {
    const { code, out, err } = await runBeside(wordsFor(example))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.split('\n')
    expect(lines[0]).toBe('Would succeed.')
    expect(lines[1]).toMatch(/^two engines agree: node anvil\/v\S+, fork anvil\/v\S+$/)
    expect(out).toMatch(/^chain {2}Local chain \(31337\)$/m)
    expect(out).toMatch(/^block {2}\d+ {2}2026-02-14T12:02:48Z {2}0x[0-9a-f]{64}$/m)
    expect(out).toMatch(/^gas {4}\d+ × [\d.]+ gwei = 0\.\d+ ETH$/m)
    expect(out).toMatch(/^erc20 +25 +"WETH" 0x\w{4}…\w{4} +vault +0x\w{40} +25000000000000000000$/m)
    expect(out).toMatch(
      /^"aWETH" 0x\w{4}…\w{4} +\+24\.9{18} +[\d.]+ +[\d.]+ +\+249{18} +0x\w{40}$/m,
    )
    expect(out).toMatch(/^"WETH" 0x\w{4}…\w{4} +-25 /m)
    expect(out).toContain('approvals left  none')
  })

  test('behavior: everything for a program, amounts as decimal texts', async () => {
    const report = await askBeside(wordsFor(example))
    expect(report).toMatchObject({
      ok: true,
      verdict: 'would_succeed',
      engine: 'both',
      agreed: true,
      chain: { id: 31337, name: 'Local chain' },
      transaction: { from: strategist, to: placeOf(chain, 'Local ETH: manager'), value: '0' },
      simulation: { outcome: { status: 'success' }, vault: placeOf(chain, 'Local ETH') },
    })
    const { simulation, tokens } = report
    expect(simulation.block.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(simulation.transfers.map(({ amount }: { amount: string }) => amount)).toEqual([
      '25000000000000000000',
      // The token's log counts what 120 WETH earned since they were last touched.
      '25023723055177211071',
    ])
    expect(BigInt(simulation.gasCostWei)).toBe(
      BigInt(simulation.gasUsed) * BigInt(simulation.gasPriceWei),
    )
    const symbols = tokens.map(({ symbol, decimals }: never) => [symbol, decimals])
    expect(symbols).toEqual(
      expect.arrayContaining([
        ['ETH', 18],
        ['WETH', 18],
        ['aWETH', 18],
      ]),
    )
  })

  test('behavior: calldata says the same as its calls; each engine answers alone', async () => {
    const file = join(folder, 'call.hex')
    await runBeside(['calldata', 'encode', '--calls', example, '--tree', tree, '--out', file])
    const manager = placeOf(chain, 'Local ETH: manager')
    const words = ['simulate', `@${file}`, '--from', strategist, '--rpc-url', chain.anvil.url]
    const whole = await askBeside(wordsFor(example))
    expect(await askBeside([...words, '--to', manager, '--chain', 'local'])).toEqual(whole)
    for (const engine of ['node', 'fork']) {
      const alone = await askBeside([...words, '--manager', manager, '--engine', engine])
      expect(alone).toMatchObject({ ok: true, engine, agreed: null })
      const { engine: _, ...fields } = alone.simulation
      expect(fields).toEqual({ ...whole.simulation, engine: undefined, ...fields })
      expect(alone.simulation.balances).toEqual(whole.simulation.balances)
      expect((await runBeside([...words, '--to', manager, '--engine', engine])).out).toContain(
        'one engine, told by the node, not cross-checked',
      )
    }
  })

  test('behavior: the environment names the node of a chain', async () => {
    const { anvil } = chain
    const words = ['simulate', '--calls', example, '--tree', tree, '--from', strategist]
    const env = { LOCAL_RPC_URL: anvil.url }
    expect((await runBeside([...words, '--chain', 'local'], { env })).code).toBe(0)
    expect((await runBeside([...words, '--chain', '31337'], { env })).code).toBe(0)
    const { code, err } = await runBeside([...words, '--chain', 'local'])
    expect(code).toBe(2)
    expect(err).toContain('LOCAL_RPC_URL is not set')
  })

  test('behavior: a token is watched, a block in the past is met', async () => {
    const watched = await askBeside(wordsFor(example, '--watch', placeOf(chain, 'USDC')))
    const lines = watched.simulation.balances.map(({ token }: { token: string }) => token)
    expect(lines).toContain(placeOf(chain, 'USDC'))
    const past = await askBeside(wordsFor(example, '--block', '60', '--engine', 'node'))
    expect(past.simulation.block.number).toBe('60')
    expect(past.verdict).toBe('would_revert')
  })
})

describe('a rebalance that reverts', () => {
  test('default: the error by name, the call, and that the Manager refused it', async () => {
    const { code, out } = await runBeside(wordsFor(example, '--from', second))
    expect(code).toBe(1)
    expect(out).toMatch(
      /^Would revert: ManagerWithMerkleVerification__FailedToVerifyManageProof\(target 0x/,
    )
    expect(out).toMatch(/^call 0: approve\(address spender, uint256 amount\) on 0x/m)
    expect(out).toContain('The Manager refused it')
    expect(out).not.toContain('transfers')
    const { simulation, ...report } = await askBeside(wordsFor(example, '--from', second))
    expect(report).toMatchObject({ ok: false, verdict: 'would_revert', agreed: true })
    expect(simulation.outcome.failing).toMatchObject({ path: [0], stage: 'verification' })
  })

  test('behavior: the call that fails in its target is named with its place', async () => {
    const { code, out } = await runBeside(wordsFor(supplyCalls(chain, 10n ** 30n, 10n ** 30n)))
    expect(code).toBe(1)
    expect(out).toMatch(/^call 1: supply\(/m)
    expect(out).toContain('The Manager let it through; the call itself failed.')
  })

  test('behavior: nothing is simulated of calls that no leaf permits', async () => {
    const foreignApproval = localCall(
      chain,
      ['WETH', 'approve(address spender, uint256 amount)'],
      [second, 1n],
    )
    const { code, err } = await runBeside(wordsFor([foreignApproval]))
    expect(code).toBe(1)
    expect(err).toContain('code: call_refused')
  })
})

describe('what deserves a look', () => {
  test('behavior: a warning stands below the verdict, and --strict makes it a no', async () => {
    const [approval] = supplyCalls(chain, 2n ** 256n - 1n, 0n)
    const words = wordsFor([approval!])
    const { code, out } = await runBeside(words)
    expect(code).toBe(0)
    expect(out).toMatch(/^Would succeed, with 1 warning\.\nwarning {2}0x.*\[unlimited_approval\]$/m)
    expect(out).toMatch(/^"WETH" 0x\w{4}…\w{4} +unlimited +0x/m)
    const strict = await runBeside([...words, '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.out).toMatch(/^No, because --strict counts warnings/)
    expect(await askBeside([...words, '--strict'])).toMatchObject({
      ok: false,
      verdict: 'would_succeed',
    })
  })

  test('behavior: overrides change what the transaction meets, and the answer says so', async () => {
    const wrap = [
      { target: placeOf(chain, 'WETH'), data: '0xd0e30db0', value: String(500n * ether) },
    ]
    expect((await runBeside(wordsFor(wrap as FileCall[]))).code).toBe(1)
    const file = join(folder, 'overrides.json')
    const vault = placeOf(chain, 'Local ETH')
    writeFileSync(file, JSON.stringify({ [vault]: { balance: String(1000n * ether) } }))
    const { code, out } = await runBeside(wordsFor(wrap as FileCall[], '--overrides', file))
    expect(code).toBe(0)
    expect(out).toContain(`overrides  ${vault}: not as on chain`)
    writeFileSync(file, JSON.stringify({ [vault]: { balanse: '1' } }))
    const wrong = await runBeside(wordsFor(wrap as FileCall[], '--overrides', file))
    expect(wrong).toMatchObject({ code: 3 })
    expect(wrong.err).toContain('code: input_shape')
  })

  test('behavior: a node that lies makes two engines differ, which is never a yes', async () => {
    const url = await lyingNode(chain.anvil.url, (method, result) => {
      // Its trace lies likewise: a node that contradicts itself is found out before.
      if (method === 'debug_traceCall') return { ...(result as object), error: undefined }
      if (method !== 'eth_simulateV1') return result
      const [block] = result as { calls: { status: string }[] }[]
      const lie = { status: '0x1', returnData: '0x', logs: [], error: undefined }
      const calls = block!.calls.map((call) => (call.status === '0x0' ? { ...call, ...lie } : call))
      return [{ ...block, calls }]
    })
    const words = [
      'simulate',
      '--calls',
      example,
      '--tree',
      tree,
      '--from',
      second,
      '--rpc-url',
      url,
    ]
    const { code, out } = await runBeside(words)
    expect(out).toMatch(/^No answer: the node and its fork disagree\. Believe neither\.$/m)
    expect(out).toContain('what the node says')
    expect(out).toContain('what the fork says')
    expect(code).toBe(1)
    const report = JSON.parse((await runBeside([...words, '--json'])).out)
    expect(report).toMatchObject({ ok: false, verdict: 'engines_differ', agreed: false })
    expect(report.differences.map(({ field }: { field: string }) => field)).toContain('outcome')
    expect(report.simulations.fork.outcome.status).toBe('reverted')
    expect(processesWith(url)).toEqual([])
  })
})

describe('recordings', () => {
  test.each([
    ['node', []],
    ['fork', []],
    ['both', []],
    ['both', ['--json']],
  ])('behavior: %s %j replays to the same bytes without any node', async (engine, form) => {
    const { url } = chain.anvil
    const file = join(folder, `run-${engine}-${form.length}.json`)
    const words = ['simulate', '--calls', example, '--tree', tree, '--from', strategist, ...form]
    const live = await runBeside([...words, '--rpc-url', url, '--engine', engine, '--record', file])
    expect(live.code).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toContain(url)
    const again = await runBeside(['simulate', '--replay', file, ...form], { env: { PATH: '' } })
    expect(again).toEqual(live)
    expect(processesWith(url)).toEqual([])
  })

  test('error: a recording that is none, was changed, or is of another transaction', async () => {
    const file = join(folder, 'kept.json')
    await runBeside(wordsFor(example, '--engine', 'node', '--record', file))
    const replay = (...more: string[]) => runBeside(['simulate', '--replay', file, ...more])
    expect((await replay('--from', strategist)).code).toBe(0)
    expect(await replay('--from', second)).toMatchObject({ code: 2 })
    expect(await replay('--engine', 'both')).toMatchObject({ code: 2 })
    expect(await replay('--block', '3')).toMatchObject({ code: 2 })
    expect(await replay('--record', 'x')).toMatchObject({ code: 2 })
    writeFileSync(file, readFileSync(file, 'utf8').replace('"0x7a69"', '"0x1"'))
    const changed = await replay()
    expect(changed.code).toBe(3)
    expect(changed.err).toContain('code: cassette_damaged')
    writeFileSync(file, '{}')
    expect((await replay()).code).toBe(3)
  })
})

describe('refusals', () => {
  const refusals: readonly (readonly [string, () => readonly string[], number, string])[] = [
    ['a node of another chain', () => wordsFor(example, '--chain', 'base'), 4, 'wrong_chain'],
    ['an unknown chain', () => wordsFor(example, '--chain', 'bsae'), 2, 'usage'],
    ['a block that is none', () => wordsFor(example, '--block', '-5x'), 2, 'usage'],
    ['a block to come', () => wordsFor(example, '--block', '99999999'), 4, 'block_not_found'],
    ['no sender', () => ['simulate', '0x00', '--tree', tree], 2, 'usage'],
    ['no node', () => ['simulate', '0x00', '--tree', tree, '--from', strategist], 2, 'usage'],
    ['nothing to simulate', () => ['simulate', '--from', strategist], 2, 'usage'],
    ['no account to call', () => ['simulate', '0x00', '--from', strategist], 2, 'usage'],
    ['two transactions', () => [...wordsFor(example), '0x00'], 2, 'usage'],
    [
      'calls without a tree',
      () => ['simulate', '--calls', example, '--from', strategist],
      2,
      'usage',
    ],
    ['two receivers', () => wordsFor(example, '--to', second, '--manager', strategist), 2, 'usage'],
    ['a URL that is none', () => deadWords('nowhere'), 3, 'invalid_endpoint'],
    [
      'a node that is dead',
      () => deadWords('http://user:secret@127.0.0.1:9/key'),
      4,
      'rpc_network',
    ],
  ]
  const deadWords = (url: string) => [
    'simulate',
    '0x00',
    '--tree',
    tree,
    '--from',
    strategist,
    '--rpc-url',
    url,
  ]

  test.each(refusals)('error: %s', async (_, words, code, name) => {
    const outcome: Outcome = await runBeside(words())
    expect({ code: outcome.code, out: outcome.out }).toEqual({ code, out: '' })
    expect(outcome.err).toContain(`code: ${name}`)
    expect(outcome.err).not.toContain('secret')
  })

  test('error: calldata for an account without code is no yes, nor is an old block', async () => {
    for (const words of [
      ['simulate', '0x12345678', '--to', second, '--from', strategist],
      ['simulate', '--calls', example, '--tree', tree, '--from', strategist, '--block', '0'],
    ]) {
      const refused = await runBeside([...words, '--rpc-url', chain.anvil.url])
      expect({ code: refused.code, out: refused.out }).toEqual({ code: 3, out: '' })
      expect(refused.err).toContain('code: target_without_code')
    }
  })

  test('behavior: Ctrl-C ends the forks and says nothing', async () => {
    const url = await lyingNode(chain.anvil.url, (method, result) =>
      method === 'eth_simulateV1' ? 'silent' : result,
    )
    const words = ['simulate', '--calls', example, '--tree', tree, '--from', strategist]
    const running = startBeside([...words, '--rpc-url', url])
    while (processesWith(url).length === 0) await new Promise((wake) => setTimeout(wake, 20))
    running.signal('SIGINT')
    expect(await running.end).toEqual({ code: 130, out: '', err: '' })
    expect(processesWith(url)).toEqual([])
  })
})
