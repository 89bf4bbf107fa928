import { type Address, type Hex, printHex } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain, type RpcCall } from '@vaultwright/chain'
import type { LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { SwapContext } from '@vaultwright/operations'
import {
  encodeFunctionData,
  erc20Abi,
  type Log,
  numberToHex,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import { placeOf, startLocalChain } from '../node/local-chain.ts'
import { askRpc } from '../node/test-chain.ts'
import { localContext } from './quote-context.ts'

/** The local chain with what tests of swaps do to it. */
export type SwapChain = {
  readonly local: LocalChain
  readonly chain: Chain
  /** Batches that were asked through `chain`, the oldest first. */
  readonly calls: readonly RpcCall[][]
  readonly context: (more?: Partial<SwapContext>) => SwapContext
  readonly place: (name: string) => Address
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  /** Does something to the chain, and takes it back. */
  readonly undone: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Sends a transaction from any account and mines it; it must succeed. Returns its logs. */
  readonly send: (from: Address, to: Address, data: Hex) => Promise<Log[]>
  /** Base units of a token, or wei. */
  readonly held: (token: Address, holder?: Address) => Promise<bigint>
  /** Makes another tree the trader's while something is done. */
  readonly withTree: <Value>(
    tree: LeafTree,
    work: (context: SwapContext) => Promise<Value>,
    more?: Partial<SwapContext>,
  ) => Promise<Value>
}

/** Lends the worker's local chain. */
export async function openSwapChain(): Promise<SwapChain> {
  const local = await startLocalChain()
  const { rpc } = local.anvil
  const calls: RpcCall[][] = []
  const recorded = {
    ...rpc,
    ask: (asked: readonly RpcCall[]) => {
      calls.push([...asked])
      return rpc.ask(asked)
    },
  }
  const chain = await openChain(recorded, { id: 31337 })
  const place = (name: string) => placeOf(local, name)
  const ask = (method: string, ...params: readonly unknown[]) => askRpc(rpc, method, ...params)
  const context = (more: Partial<SwapContext> = {}) => localContext({ local, chain }, more)
  const undone = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const snapshot = await ask('evm_snapshot')
    try {
      return await work()
    } finally {
      await ask('evm_revert', snapshot)
    }
  }
  const send = async (from: Address, to: Address, data: Hex) => {
    await ask('anvil_setBalance', from, numberToHex(10n ** 20n + (await held(native, from))))
    await ask('anvil_impersonateAccount', from)
    const hash = await ask('eth_sendTransaction', { from, to, data, gas: '0xf00000' })
    await ask('evm_mine')
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as TransactionReceipt
    if (String(receipt.status) !== '0x1') throw new Error(`A transaction to ${to} reverted.`)
    return receipt.logs
  }
  const held = async (token: Address, holder = place('Local ETH')) => {
    if (token === native) return BigInt((await ask('eth_getBalance', holder, 'latest')) as Hex)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    return BigInt((await ask('eth_call', { to: token, data }, 'latest')) as Hex)
  }
  const withTree: SwapChain['withTree'] = (tree, work, more = {}) =>
    undone(async () => {
      const args = [place('trader'), printHex(rootOf(tree.tree))] as const
      const data = encodeFunctionData({ abi: rootAbi, args })
      await send(place('owner'), place('Local ETH: manager'), data)
      const ownContext = context(more)
      return await work({ ...ownContext, build: { ...ownContext.build, tree } })
    })
  // The first block after a state was loaded is of today, which is behind every deadline; later ones follow the head.
  await undone(() => ask('evm_mine'))
  calls.length = 0
  return { local, chain, calls, context, place, ask, undone, send, held, withTree }
}

const native: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const rootAbi = parseAbi(['function setManageRoot(address strategist, bytes32 root)'])
