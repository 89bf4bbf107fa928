import type { Address, Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  type Rpc,
  readVaultLogs,
  type VaultLogs,
} from '@vaultwright/chain'
import { readVaultExecutions, type VaultExecution } from '@vaultwright/safe-service'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { type LocalActors, openLocalActors } from '../../support/node/local-execution.ts'

const multicall: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call[] calls) payable',
  'function setManageRoot(address strategist, bytes32 root)',
  'function setUserRole(address user, uint8 role, bool enabled)',
])
const wei = 10n ** 18n

let local: LocalChain
let chain: Chain
let blind: Chain
let actors: LocalActors
beforeAll(async () => {
  local = await startLocalChain()
  const { rpc } = local.anvil
  chain = await openChain(rpc, { id: 31337 })
  blind = await openChain(withoutTracer(rpc), { id: 31337 })
  actors = await openLocalActors(local)
})
afterAll(() => local?.anvil.close())

/** A node that knows no tracer, as most public ones. */
function withoutTracer(rpc: Rpc): Rpc {
  const error = { code: -32601, message: 'the method debug_traceTransaction does not exist' }
  return {
    ...rpc,
    ask: async (calls) => {
      const answers = await rpc.ask(calls)
      return answers.map((answer, index) =>
        calls[index]!.method.startsWith('debug_') ? ({ ok: false, error } as never) : answer,
      )
    },
  }
}

async function logsSince(fromBlock: bigint): Promise<readonly VaultLogs[]> {
  const { manager, strategists } = local.manifest.vaults[0]!
  const since = strategists.map(({ address }) => ({ address, sinceBlock: 0n }))
  const toBlock = await chain.readBlock('latest')
  return readVaultLogs(chain, { manager, strategists: since }, { fromBlock, toBlock })
}

async function read(node: Chain, transactions: readonly VaultLogs[]) {
  const { manager, vault, drone } = local.manifest.vaults[0]!
  const terms = { manager, watched: [vault, drone], statementOf: async () => null }
  const lists: VaultExecution[] = []
  for (const logs of transactions) lists.push(...(await readVaultExecutions(node, logs, terms)))
  return lists
}

/** Reads what a transaction executed, with a tracer and without. */
async function after(send: () => Promise<Hex>) {
  const { number } = await chain.readBlock('latest')
  await send()
  const logs = await logsSince(number + 1n)
  return { traced: await read(chain, logs), shown: await read(blind, logs) }
}

const codesOf = ({ details }: VaultExecution) => details.findings.map(({ code }) => code)
const movedOf = ({ details }: VaultExecution, token: Address, holder: Address) =>
  details.moves.find((move) => move.token === token && move.holder === holder)?.amount

test('golden: every run of the Manager in the history of the local chain is listed, with its strategist', async () => {
  const logs = await logsSince(0n)
  const executions = await read(chain, logs)
  const names = new Map(
    local.manifest.vaults[0]!.strategists.map(({ address, name }) => [address, name]),
  )
  const count: Record<string, number> = {}
  for (const { strategist } of executions) {
    const name = strategist === null ? 'unknown' : (names.get(strategist) ?? strategist)
    count[name] = (count[name] ?? 0) + 1
  }
  expect(count).toEqual({ strategist: 16, 'second strategist': 1, multisig: 1 })
  expect(executions.every(({ details }) => details.basis === 'trace')).toBe(true)
  expect(new Set(executions.map(({ block, logIndex }) => `${block.number} ${logIndex}`)).size).toBe(
    executions.length,
  )
})

test('law: without a tracer the calldata shows the same caller, batch and hash, or none', async () => {
  const logs = await logsSince(0n)
  const [traced, shown] = [await read(chain, logs), await read(blind, logs)]
  expect(shown.length).toBe(traced.length)
  for (const [index, execution] of shown.entries()) {
    const expected = traced[index]!
    expect(execution.details.basis).toBe('receipt')
    expect([expected.strategist, null]).toContain(execution.strategist)
    expect([expected.details.calldata, null]).toContain(execution.details.calldata)
    expect([expected.safeTxHash, null]).toContain(execution.safeTxHash)
    expect(execution.calls).toBe(expected.calls)
  }
  expect(shown.filter(({ strategist }) => strategist !== null).length).toBe(shown.length)
})

test('golden: a transaction of the Safe without a proposal is listed, with what it did', async () => {
  const { of } = actors
  const transaction = await actors.safeTransaction({ data: actors.supply(wei) })
  const data = await actors.execution(transaction)
  const { traced, shown } = await after(() =>
    actors.send({ from: of('signer 2'), to: of('Multisig'), data }),
  )
  for (const list of [traced, shown]) {
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      strategist: of('Multisig'),
      safeTxHash: actors.hashOf(transaction),
      calls: 2,
      outcome: null,
      details: {
        kind: 'manager',
        origin: 'safe',
        calldata: transaction.data,
        notStatedBecause: 'It was not proposed here.',
      },
    })
    expect(movedOf(list[0]!, of('WETH'), of('Local ETH'))).toBe(-wei)
  }
  expect(codesOf(traced[0]!)).toEqual([])
  expect(codesOf(shown[0]!)).toEqual(['not_traced'])
})

test('golden: a call of the Safe that fails inside is named, and so is one that calls something else', async () => {
  const { of } = actors
  const from = of('signer 2')
  const doomed = await actors.safeTransaction({ data: '0x21801a99', safeTxGas: 200_000n })
  const failed = await after(async () => {
    return actors.send({ from, to: of('Multisig'), data: await actors.execution(doomed) })
  })
  const foreign = await actors.safeTransaction({ to: of('signer 1'), data: '0x' })
  const elsewhere = await after(async () => {
    return actors.send({ from, to: of('Multisig'), data: await actors.execution(foreign) })
  })
  const names = [
    [failed, 'failed', doomed],
    [elsewhere, 'no_batch', foreign],
  ] as const
  for (const [{ traced, shown }, code, transaction] of names) {
    const safeTxHash = actors.hashOf(transaction)
    for (const list of [traced, shown]) {
      expect(list).toMatchObject([{ strategist: of('Multisig'), safeTxHash, calls: null }])
      expect(codesOf(list[0]!)).toContain(code)
    }
  }
})

test('golden: another strategist that acts in the transaction of a Safe is named on both rows', async () => {
  const { of } = actors
  const manager = of('Local ETH: manager')
  const { root } = local.manifest.vaults[0]!.strategists[1]!
  const owner = of('owner')
  const setRoot = { abi, functionName: 'setManageRoot', args: [multicall, root] } as const
  await actors.send({ from: owner, to: manager, data: encodeFunctionData(setRoot) })
  const setRole = { abi, functionName: 'setUserRole', args: [multicall, 7, true] } as const
  await actors.send({ from: owner, to: of('Local ETH: roles'), data: encodeFunctionData(setRole) })
  const transaction = await actors.safeTransaction({ data: actors.supply(wei) })
  const calls = [
    [of('Multisig'), await actors.execution(transaction)],
    [manager, actors.supply(2n * wei)],
  ] as const
  const rows = calls.map(([target, callData]) => ({ target, allowFailure: false, callData }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [rows] })
  const { traced, shown } = await after(() =>
    actors.send({ from: of('signer 2'), to: multicall, data }),
  )
  const safeTxHash = actors.hashOf(transaction)
  expect(traced).toMatchObject([
    { strategist: of('Multisig'), safeTxHash, details: { origin: 'safe' } },
    { strategist: multicall, safeTxHash: null, details: { origin: 'account' } },
  ])
  expect(traced.map(codesOf)).toEqual([['other_strategist'], ['other_strategist']])
  expect(traced.map((row) => movedOf(row, of('WETH'), of('Local ETH')))).toEqual([-wei, -2n * wei])
  // The Safe's own log stays a row: which of the runs was its own is not known.
  expect(shown.map(({ strategist, calls: count }) => [strategist, count])).toEqual([
    [null, 2],
    [of('Multisig'), null],
    [null, 2],
  ])
  expect(codesOf(shown[1]!)).not.toContain('no_batch')
  for (const row of shown.filter(({ strategist }) => strategist === null)) {
    expect(codesOf(row)).toContain('strategist_unknown')
    expect(row.details.notStatedBecause).toBe('Who acted is not known.')
  }
})
