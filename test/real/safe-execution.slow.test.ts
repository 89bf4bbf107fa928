import type { Address, Hex } from '@vaultwright/base'
import { type Chain, openChain, type Rpc, readVaultLogs } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import {
  buildSafeTransaction,
  encodeSafeExecution,
  type SafeTransaction,
  safeTransactionHashOf,
} from '@vaultwright/safe'
import {
  type Followed,
  followExecution,
  readVaultExecutions,
  stateProposal,
} from '@vaultwright/safe-service'
import { concat, encodeFunctionData, encodePacked, numberToHex, parseAbi, size } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRealSafe, openSafeWorld, signedBy } from './driver/real-safe.ts'
import { safeReleases } from './market/safe.ts'
import { encodeChainCall, type RealChain } from './world/real-chain.ts'
import type { RealWorld } from './world/real-world.ts'

const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])
/** Contracts of ours: one that the Safe calls, one that calls Safes, and a module. */
const [target, relayer, module] = ['b01d', 'c0de', 'd00d'].map(
  (end): Address => `0x${end.padStart(40, '0')}`,
) as [Address, Address, Address]
/** In basis points. */
const slippageBps = 100n

let world: RealWorld
let chain: RealChain
let port: Chain
/** The same chain by a node without a tracer. */
let blind: Chain
beforeAll(async () => {
  ;({ world, chain, port } = await openSafeWorld())
  blind = await openChain(withoutTracer(chain.anvil.rpc), { id: 31337 })
})
afterAll(() => world?.close())

/** One execution: what is made before the statement, what comes between, and how it ends. */
type Case = {
  readonly name: string
  /** The signed call; default: a transfer of 1,000 to a stranger. */
  readonly signs?: (context: SafeContext) => Partial<SafeTransaction>
  /** Before the statement. */
  readonly prepare?: (context: SafeContext) => Promise<unknown>
  /** After the statement; default: the execution is sent as it was signed. */
  readonly act?: (context: SafeContext) => Promise<unknown>
  /** The node that follows. Default: one with a tracer. */
  readonly node?: () => Chain
  readonly outcome: Followed['outcome']
  readonly codes: readonly string[]
  /** Executions that the vault's list names for it, by their origin. */
  readonly listed: readonly (string | null)[]
}

type SafeContext = {
  readonly version: string
  readonly safe: Address
  readonly send: (to: Address, data: Hex) => Promise<unknown>
  /** Signs a transaction at the nonce of the statement, and makes the call that executes it. */
  readonly executionOf: (change?: Partial<SafeTransaction>) => Promise<Hex>
  /** Makes the Safe call itself, as its owners decided before. */
  readonly fromSafe: (call: string, args: readonly unknown[]) => Promise<unknown>
}

const dataOf = (call: string, args: readonly unknown[]) => encodeChainCall({ call, args })
const transfer = (to: Address, amount: bigint) => dataOf('transfer(address,uint256)', [to, amount])
const usdc = () => chain.of('USDC')
const setCode = (address: Address, code: Hex) => chain.ask('anvil_setCode', address, code)
/** Lets the target pay the Safe, which calls it. */
const pays = (amount: bigint) => (context: SafeContext) =>
  setCode(target, codeCalling(usdc(), transfer(context.safe, amount)))
const fund = () =>
  chain.act({ to: 'USDC', call: 'transfer(address,uint256)', args: [target, 10_000n] })
const callsTarget = () => ({ to: target, data: '0x' as Hex })
const execute = async ({ send, safe, executionOf }: SafeContext) => send(safe, await executionOf())
/** Our module: whoever calls it makes the Safe pay a stranger. */
const enableModule = async ({ safe, fromSafe }: SafeContext) => {
  const args = [usdc(), 0n, transfer(chain.of('stranger'), 5n), 0]
  const act = dataOf('execTransactionFromModule(address,uint256,bytes,uint8)', args)
  await setCode(module, codeCalling(safe, act))
  await fromSafe('enableModule(address)', [module])
}
/** Makes several calls in one transaction, the execution first. */
const relayWith =
  (further: readonly (readonly [Address, Hex])[]) =>
  async ({ version, send, safe, executionOf }: SafeContext) => {
    // The library refuses plain calls at its own address: its code elsewhere takes them.
    await setCode(relayer, forwarderCode(chain.of(`Safe ${version} MultiSend`)))
    const calls = [[safe, await executionOf()] as const, ...further]
    const parts = calls.map(([to, data]) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, 0n, BigInt(size(data)), data],
      ),
    )
    await send(relayer, encodeFunctionData({ abi: multiSendAbi, args: [concat(parts)] }))
  }

const asSaid = { outcome: 'executed_as_said', codes: [], listed: ['safe'] } as const
const otherwise = { outcome: 'executed_otherwise', listed: ['safe'] } as const
const replaced = { outcome: 'replaced', codes: [], listed: ['safe'] } as const

const cases: readonly Case[] = [
  { name: 'nothing', act: async () => {}, outcome: 'pending', codes: [], listed: [] },
  { name: 'an honest one', ...asSaid },
  { name: 'an honest one, without a tracer', node: () => blind, ...asSaid },
  {
    name: 'one within its bound',
    signs: callsTarget,
    prepare: async (context) => [await fund(), await pays(1_005n)(context)],
    act: async (context) => [await pays(1_000n)(context), await execute(context)],
    ...asSaid,
  },
  {
    name: 'one beyond its bound',
    signs: callsTarget,
    prepare: async (context) => [await fund(), await pays(1_005n)(context)],
    act: async (context) => [await pays(900n)(context), await execute(context)],
    ...otherwise,
    codes: ['move_out_of_bounds'],
  },
  {
    name: 'another inner call',
    signs: callsTarget,
    prepare: async (context) => {
      const args = [target, 50n]
      await chain.act({ to: 'USDC', from: context.safe, call: 'approve(address,uint256)', args })
      await fund()
      await pays(1_005n)(context)
    },
    act: async (context) => {
      const args = [context.safe, chain.of('stranger'), 50n]
      await setCode(
        target,
        codeCalling(usdc(), dataOf('transferFrom(address,address,uint256)', args)),
      )
      await execute(context)
    },
    ...otherwise,
    codes: ['move_out_of_bounds'],
  },
  {
    name: 'a module in the same transaction',
    prepare: enableModule,
    act: relayWith([[module, '0x']]),
    ...otherwise,
    codes: ['moved_beside', 'module_acted'],
    listed: ['safe', 'module'],
  },
  {
    name: 'a module in the same transaction, without a tracer',
    prepare: enableModule,
    act: relayWith([[module, '0x']]),
    node: () => blind,
    ...otherwise,
    codes: ['move_out_of_bounds', 'module_acted', 'not_traced'],
    listed: ['safe', 'module'],
  },
  {
    name: 'a module alone, which no owner signed',
    prepare: enableModule,
    act: ({ send }) => send(module, '0x'),
    outcome: 'pending',
    codes: [],
    listed: ['module'],
  },
  {
    name: 'an inner call that fails: its nonce is used',
    signs: () => ({ ...callsTarget(), safeTxGas: 100_000n }),
    prepare: async (context) => [await fund(), await pays(1_000n)(context)],
    act: async (context) => [await setCode(target, '0x5f5ffd'), await execute(context)],
    outcome: 'failed',
    codes: ['failed'],
    listed: ['safe'],
  },
  {
    name: 'one that reverts',
    signs: callsTarget,
    prepare: async (context) => [await fund(), await pays(1_000n)(context)],
    act: async (context) => {
      await setCode(target, '0x5f5ffd')
      await expect(execute(context)).rejects.toThrow()
    },
    outcome: 'pending',
    codes: [],
    listed: [],
  },
  {
    name: 'another transaction of its nonce',
    act: async ({ send, safe, executionOf }) => {
      await send(safe, await executionOf({ data: transfer(chain.of('stranger'), 1n) }))
    },
    ...replaced,
  },
  {
    name: 'its rejection',
    act: async ({ send, safe, executionOf }) =>
      send(safe, await executionOf({ to: safe, data: '0x' })),
    ...replaced,
  },
  { name: 'a relayed one', act: relayWith([]), ...asSaid },
  {
    name: 'a relayed one, without a tracer',
    act: relayWith([]),
    node: () => blind,
    outcome: 'undecided',
    codes: ['not_traced'],
    listed: ['safe'],
  },
  {
    name: 'one that changes who may act',
    signs: ({ safe }) => ({ to: safe, data: dataOf('changeThreshold(uint256)', [1n]) }),
    ...otherwise,
    codes: ['governance'],
  },
  {
    name: 'one beside which a stranger pays the Safe in the block',
    act: async ({ safe, executionOf }) => {
      const data = await executionOf()
      await chain.ask('evm_setAutomine', false)
      try {
        const sent = [
          { from: chain.of('trader'), to: safe, data },
          { from: chain.of('owner'), to: usdc(), data: transfer(safe, 7n) },
        ]
        for (const call of sent) {
          const transaction = { ...call, gas: numberToHex(3_000_000), gasPrice: '0x0' }
          await chain.ask('eth_sendTransaction', transaction)
        }
        await chain.ask('evm_mine')
      } finally {
        await chain.ask('evm_setAutomine', true)
      }
    },
    outcome: 'undecided',
    codes: ['moved_in_block'],
    listed: ['safe'],
  },
]

describe.each(safeReleases)('Safe $version', ({ version }) => {
  const whyMissing = () => world.missing.get(`Safe ${version}`)

  test.for(cases)('golden: $name ends as $outcome, and none is silent', async (row, { skip }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const { safe, accountNow, transferOf } = openRealSafe(chain, port, version)
      const account = await accountNow()
      const context: SafeContext = {
        version,
        safe,
        send: (to, data) => chain.send({ from: chain.of('trader'), to, data }),
        executionOf: async (change = row.signs?.(context) ?? {}) => {
          const transaction = { ...transferOf(1_000n, account.nonce), ...change }
          const signatures = await signedBy(transaction, account)
          return encodeSafeExecution({ ...transaction, signatures })
        },
        fromSafe: (call, args) => chain.act({ to: safe, from: safe, call, args }),
      }
      await row.prepare?.(context)
      const transaction = { ...transferOf(1_000n, account.nonce), ...row.signs?.(context) }
      const draft = { account: await accountNow(), transaction, slippageBps }
      const statement = await stateProposal(port, draft)
      await (row.act ?? execute)(context)
      const node = (row.node ?? (() => port))()
      const followed = await followExecution(node, statement, 'latest')
      const codes = followed.differences.map(({ code }) => code)
      expect([followed.outcome, codes.toSorted()]).toEqual([row.outcome, row.codes.toSorted()])
      expect(followed.replacedBy === null).toBe(row.outcome !== 'replaced')
      const executions = await executionsSince(node, statement)
      expect(executions.map(({ details }) => details.origin)).toEqual(row.listed)
      // The list of the vault says the same of what was stated, and of the rest why nothing was.
      for (const { safeTxHash, outcome, details } of executions) {
        const isStated = safeTxHash === statement.safeTxHash
        expect([outcome, details.notStatedBecause === null]).toEqual([
          isStated ? row.outcome : null,
          isStated,
        ])
      }
    })
  })

  test('golden: two calls in one transaction are stated as they run, and executed as said', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const { safe, accountNow, transferOf } = openRealSafe(chain, port, version)
      const account = await accountNow()
      const calls = [1_000n, 500n].map((amount) => transferOf(amount, 0n))
      const multiSend = chain.of(`Safe ${version} MultiSend`)
      const transaction = buildSafeTransaction(calls, { multiSend, nonce: account.nonce })
      expect(transaction.operation).toBe('delegatecall')
      const statement = await stateProposal(port, { account, transaction, slippageBps: 0n })
      const [token, holder] = [chain.of('USDC'), safe]
      expect(statement.moves).toEqual([{ token, holder, atLeast: -1_500n, atMost: -1_500n }])
      expect(statement.safeTxHash).toBe(safeTransactionHashOf(transaction, account))
      const signatures = await signedBy(transaction, account)
      const data = encodeSafeExecution({ ...transaction, signatures })
      await chain.send({ from: chain.of('trader'), to: safe, data })
      const followed = await followExecution(port, statement, 'latest')
      expect(followed.outcome).toBe('executed_as_said')
      expect(followed.moves).toEqual([
        { token, holder, bounds: { atLeast: -1_500n, atMost: -1_500n }, happened: -1_500n },
      ])
      const single = transferOf(10n ** 30n, account.nonce + 1n)
      const draft = { account: await accountNow(), transaction: single, slippageBps: 0n }
      await expect(stateProposal(port, draft)).rejects.toMatchObject({
        code: 'statement_not_possible',
      })
    })
  })
})

/** Reads everything that the Safe executed since a statement, as the indexer lists it of a vault. */
async function executionsSince(node: Chain, { safe, block, safeTxHash, ...terms }: Statement) {
  const manager = chain.of('stranger')
  const strategists = [{ address: safe, sinceBlock: 0n }]
  const toBlock = await node.readBlock('latest')
  const range = { fromBlock: block + 1n, toBlock }
  const transactions = await readVaultLogs(node, { manager, strategists }, range)
  const statementOf = async (_: Address, hash: Hex) =>
    hash === safeTxHash ? { safe, block, safeTxHash, ...terms } : null
  const lists = []
  for (const logs of transactions) {
    lists.push(...(await readVaultExecutions(node, logs, { manager, watched: [], statementOf })))
  }
  return lists
}

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

/** Code that makes one call, whoever calls it, and fails where that does. */
function codeCalling(to: Address, data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 }).slice(2)
  // CODECOPY of the calldata behind the code, CALL, and REVERT unless it went well.
  const copy = `61${length}602d5f39`
  const call = `5f5f61${length}5f5f73${to.slice(2)}5af1`
  const end = '602b575f5ffd5b00'
  return `0x${copy}${call}${end}${data.slice(2)}`.toLowerCase() as Hex
}

/** Code that runs that of a library with the same calldata. */
function forwarderCode(library: Address): Hex {
  return `0x363d3d373d3d3d363d73${library.slice(2)}5af43d82803e903d91602b57fd5bf3`.toLowerCase() as Hex
}
