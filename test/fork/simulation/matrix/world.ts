import type { Address, Hex } from '@vaultwright/base'
import { parseHex, printHex } from '@vaultwright/base'
import {
  type Chain,
  type ForkPool,
  type LocalChain,
  openChain,
  openForkPool,
  type Rpc,
} from '@vaultwright/chain'
import { encodeSetManageRoot, type LeafTree } from '@vaultwright/manager'
import { checksumOf, keccak256, rootOf } from '@vaultwright/merkle'
import type { Hardfork } from '@vaultwright/registry'
import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { localTree, placeOf, startChainBy } from '../../../support/node/local-chain.ts'

/** A transaction that any account may send. */
export type Transaction = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Wei; 0 where it is left out. */
  readonly value?: bigint
}

/** The result of a mined transaction. */
export type Receipt = {
  readonly status: Hex
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[]
}

/** The local chain, with strategists added for the cases that need a tree of their own. */
export type MatrixWorld = {
  readonly local: LocalChain
  /** By which rules its blocks are made. */
  readonly hardfork: Hardfork
  readonly chain: Chain
  readonly pool: ForkPool
  readonly of: (name: string) => Address
  /** Trees of the vault Local ETH: what its strategists hold. */
  readonly main: LeafTree
  readonly lending: LeafTree
  readonly vault: Address
  readonly manager: Address
  readonly drone: Address
  /** Makes a strategist that holds a root, or none; he is there after `settle`. */
  readonly strategistOf: (name: string, held: LeafTree | Hex | null) => Address
  /** Funds an account that is not one of the chain, so that it can pay for gas after `settle`. */
  readonly fund: (account: Address) => Address
  /** Mines what the cases asked for. */
  readonly settle: () => Promise<void>
  readonly send: (transaction: Transaction) => Promise<Receipt>
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly close: () => Promise<void>
}

const strategistRole = 7

/** Starts the local chain and what simulates on it. */
export async function openMatrixWorld(hardfork: Hardfork = 'cancun'): Promise<MatrixWorld> {
  const local = await startChainBy(hardfork)
  const { rpc, url } = local.anvil
  const of = (name: string) => placeOf(local, name)
  const chain = await openChain(rpc, { id: local.manifest.chainId })
  const pool = openForkPool({ upstreams: { [chain.id]: url } })
  const ask: MatrixWorld['ask'] = (method, ...params) => answerOf(rpc, method, params)
  const transactions: Transaction[] = []
  const strangers: Address[] = []
  const manager = of('Local ETH: manager')
  // The clock of the chain goes on where its history ends, whatever day the test runs.
  await ask('evm_setTime', local.manifest.head.timestamp + 60)
  await ask('anvil_autoImpersonateAccount', true)

  const send: MatrixWorld['send'] = async (transaction) => {
    const gas = numberToHex(16_000_000)
    const value = numberToHex(transaction.value ?? 0n)
    return (await ask('eth_sendTransactionSync', { ...transaction, value, gas })) as Receipt
  }
  const fund: MatrixWorld['fund'] = (account) => {
    strangers.push(account)
    return account
  }
  const strategistOf: MatrixWorld['strategistOf'] = (name, held) => {
    const address = fund(accountOf(name))
    const root = typeof held === 'object' ? rootHexIn(held) : held
    transactions.push(roleChange(of, address, { role: strategistRole, isOn: true }))
    transactions.push(rootChange(of, manager, { strategist: address, root }))
    return address
  }
  return {
    local,
    hardfork,
    chain,
    pool,
    of,
    manager,
    ask,
    strategistOf,
    fund,
    main: localTree('local-eth-main-3').tree,
    lending: localTree('local-eth-lending').tree,
    vault: of('Local ETH'),
    drone: of('Local ETH: drone'),
    async settle() {
      for (const address of strangers) {
        await ask('anvil_setBalance', address, numberToHex(10n ** 20n))
      }
      for (const transaction of transactions) await send(transaction)
      await ask('evm_mine')
    },
    send,
    async close() {
      await pool.close()
      await local.anvil.close()
    },
  }
}

/** Undoes what a piece of work did on the chain. */
export async function undone(world: MatrixWorld, work: () => Promise<void>): Promise<void> {
  const snapshot = await world.ask('evm_snapshot')
  try {
    await work()
  } finally {
    await world.ask('evm_revert', snapshot)
  }
}

/** An account whose key does not exist. */
export function accountOf(name: string): Address {
  const digest = keccak256(new TextEncoder().encode(name))
  return checksumOf(printHex(digest.slice(12)))
}

/** The owner gives a role of the vault Local ETH or takes it. */
export function roleChange(
  of: MatrixWorld['of'],
  account: Address,
  { role, isOn }: { readonly role: number; readonly isOn: boolean },
): Transaction {
  const abi = parseAbi(['function setUserRole(address user, uint8 role, bool enabled)'])
  const data = encodeFunctionData({ abi, args: [account, role, isOn] })
  return { from: of('owner'), to: of('Local ETH: roles'), data }
}

/** The owner sets a root. */
export function rootChange(
  of: MatrixWorld['of'],
  manager: Address,
  { strategist, root }: { readonly strategist: Address; readonly root: Hex },
): Transaction {
  return { from: of('owner'), to: manager, data: encodeSetManageRoot(strategist, root) }
}

function rootHexIn(tree: LeafTree | null): Hex {
  return tree === null ? noRoot : rootHexOf(tree)
}

/** The root of a tree, as the chain's mapping holds it. */
export function rootHexOf(tree: LeafTree): Hex {
  return printHex(rootOf(tree.tree))
}

/** The root that permits nothing. */
export const noRoot: Hex = `0x${'00'.repeat(32)}`

/** Bytes of a word. */
export function digestIn(word: Hex): Uint8Array {
  return parseHex(word)
}

async function answerOf(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}
