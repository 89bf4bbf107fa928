import { setTimeout } from 'node:timers/promises'
import type { Address, Hex } from '@vaultwright/base'
import type { LocalChain, Rpc } from '@vaultwright/chain'
import { encodeCalldata } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import {
  buildSafeTransaction,
  encodeSafeExecution,
  type SafeTransaction,
  safeTransactionHashOf,
} from '@vaultwright/safe'
import { serializeSignature, sign } from 'viem/accounts'
import { supplyCalls } from './local-call.ts'
import { localTree, placeOf } from './local-chain.ts'

/** A transaction of the local chain; the sender needs no key. */
export type LocalTransaction = { readonly from: Address; readonly to: Address; readonly data: Hex }

/** Accounts of the local chain that execute for its first vault. */
export type LocalActors = {
  readonly of: (name: string) => Address
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  /** Sends a transaction into a block of its own. @returns its hash. */
  readonly send: (transaction: LocalTransaction) => Promise<Hex>
  /** Manager calldata that supplies WETH of the vault to Aave. */
  readonly supply: (wei: bigint) => Hex
  /** A call of the Manager by the Safe, at its next nonce. */
  readonly safeTransaction: (change?: Partial<SafeTransaction>) => Promise<SafeTransaction>
  readonly hashOf: (transaction: SafeTransaction) => Hex
  /** The call that executes a transaction, with the signatures of two owners. */
  readonly execution: (transaction: SafeTransaction) => Promise<Hex>
}

/** A local chain, whoever started it. */
export type ActingChain = Pick<LocalChain, 'manifest'> & {
  readonly anvil: { readonly rpc: Pick<Rpc, 'ask'> }
}

/** Lets accounts of the local chain act. */
export async function openLocalActors(local: ActingChain): Promise<LocalActors> {
  const of = (name: string) => placeOf(local, name)
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await local.anvil.rpc.ask([{ method, params: [...params] }])
    if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const wallet = { safe: of('Multisig'), chainId: 31337, version: '1.4.1' }
  // The clock of the chain goes on where its history ends, whatever day the test runs.
  await ask('evm_setTime', local.manifest.head.timestamp + 60)
  await ask('anvil_autoImpersonateAccount', true)
  const file = localTree('local-eth-lending')
  const isMined = async (hash: Hex) => {
    const place = (await ask('eth_getTransactionByHash', hash)) as { blockNumber: Hex | null }
    return place.blockNumber !== null
  }
  return {
    of,
    ask,
    send: async (transaction) => {
      const receipt = await ask('eth_sendTransactionSync', { ...transaction, gas: '0xf00000' })
      const { status, transactionHash } = receipt as { status: string; transactionHash: Hex }
      if (status !== '0x1') throw new Error(`${transactionHash} reverts.`)
      // Anvil takes it out of its pool a moment later, and until then says by hash that it waits.
      while (!(await isMined(transactionHash))) await setTimeout(5)
      return transactionHash
    },
    supply: (wei) => {
      const calls = supplyCalls(local, wei, wei).map(({ target, data }) => {
        return { kind: 'call', value: 0n, target, data } as const
      })
      return encodeCalldata(calls, { file, managerFile: file, rules: ruleBook, reads: {} }).calldata
    },
    safeTransaction: async (change = {}) => {
      const call = { to: of('Local ETH: manager'), value: 0n, data: '0x' as Hex }
      const nonce = BigInt((await ask('eth_getStorageAt', wallet.safe, '0x5', 'latest')) as Hex)
      const transaction = buildSafeTransaction([call], { multiSend: of('MultiSend'), nonce })
      return { ...transaction, ...change }
    },
    hashOf: (transaction) => safeTransactionHashOf(transaction, wallet),
    execution: async (transaction) => {
      const hash = safeTransactionHashOf(transaction, wallet)
      // The contract reads them in rising order of their owners.
      const owners = local.manifest.accounts
        .filter(({ name }) => /^signer [13]$/.test(name))
        .toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
      const signed = owners.map(({ privateKey }) => sign({ hash, privateKey: privateKey as Hex }))
      const words = (await Promise.all(signed)).map((signature) => {
        return serializeSignature(signature).slice(2)
      })
      return encodeSafeExecution({ ...transaction, signatures: `0x${words.join('')}` })
    },
  }
}
