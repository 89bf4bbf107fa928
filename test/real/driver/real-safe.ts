import { type Hex, zeroAddress } from '@vaultwright/base'
import {
  type Chain,
  openChain,
  readSafeAccount,
  readSafeHash,
  readUnits,
  signatureReaderOf,
} from '@vaultwright/chain'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import {
  packSignatures,
  parseOwnerSignature,
  type SafeAccountState,
  type SafeTransaction,
  safeTypedDataOf,
} from '@vaultwright/safe'
import { openTransactionService, type SafeAtBlock } from '@vaultwright/safe-service'
import { privateKeyToAccount } from 'viem/accounts'
import { signTyped } from '../../support/service/safe/made-safe.ts'
import { openStandIn, type StandIn } from '../../support/service/safe/stand-in.ts'
import { ownerKeys, safeMarkets } from '../market/safe.ts'
import { encodeChainCall, type RealChain } from '../world/real-chain.ts'
import { openRealWorld } from '../world/real-world.ts'

/** The owners of every real Safe; two of them make it act. */
export const owners = ownerKeys.map((key) => privateKeyToAccount(key))
export const foreigner = privateKeyToAccount(`0x${'77'.repeat(32)}`)

/** Opens a chain with the Safes of every release; `port` reads it. */
export async function openSafeWorld() {
  const world = await openRealWorld(safeMarkets)
  const { chain } = world
  return { world, chain, port: await openChain(chain.anvil.rpc, { id: 31337 }) }
}

/** A real Safe of one version, and what is done with it. */
export type RealSafe = ReturnType<typeof openRealSafe>

/** Opens the Safe of a version that three keys own. */
export function openRealSafe(chain: RealChain, port: Chain, version: string) {
  const safe = chain.of(`Safe ${version} inner`)
  const accountNow = async (address = safe) =>
    readSafeAccount(port, address, await port.readBlock('latest'))
  const standInChain = {
    accountOf: accountNow,
    readerOf: (account: SafeAccountState) => {
      const { blockNumber: number, blockHash: hash } = account
      return signatureReaderOf(port, account, { number, hash, timestamp: 0n })
    },
    executions: async () => [],
  }
  return {
    safe,
    accountNow,
    /** A transfer of USDC to a stranger. */
    transferOf: (amount: bigint, nonce: bigint): SafeTransaction => {
      const args = [chain.of('stranger'), amount]
      const data = encodeChainCall({ call: 'transfer(address,uint256)', args })
      return plain({ to: chain.of('USDC'), data, nonce })
    },
    /** The Safe as a queue of it is judged, without a tree. */
    readNow: async (): Promise<SafeAtBlock> => {
      const block = await port.readBlock('latest')
      const account = await readSafeAccount(port, safe, block)
      return {
        account,
        unprovenBecause: null,
        proof: null,
        signatures: signatureReaderOf(port, account, block),
        evidence: { root: null, rules: ruleBook, reads: {}, naming: callContextOf(31337, null) },
        hashOf: async (transaction) => readSafeHash(port, { safe, transaction }, block),
        unitsOf: (tokens) => readUnits(port, tokens, block),
      }
    },
    openStandIn: () => openStandIn(standInChain, 31337),
    openService: (standIn: StandIn) => {
      const wait = async () => {}
      const settings = { url: 'http://127.0.0.1/api', key: null, chainId: 31337, wait }
      return openTransactionService({ ...settings, fetch: standIn.fetch })
    },
  }
}

/** Signs a transaction by two owners, as its execution takes it. */
export async function signedBy(
  transaction: SafeTransaction,
  account: SafeAccountState,
): Promise<Hex> {
  const data = safeTypedDataOf(transaction, account)
  const signed = await Promise.all(
    owners.slice(0, 2).map(async (key) => ({
      owner: key.address,
      signature: parseOwnerSignature(await signTyped(key, data)),
    })),
  )
  return packSignatures(signed)
}

/** Makes a plain call of a Safe. */
export function plain({
  to,
  data,
  nonce,
}: Pick<SafeTransaction, 'to' | 'data' | 'nonce'>): SafeTransaction {
  const terms = {
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
  }
  return { to, value: 0n, data, operation: 'call', ...terms, nonce }
}
