import { type Address, type Hex, printHex, zeroAddress } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import type { QueueEvidence } from '@vaultwright/packet'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import {
  buildSafeTransaction,
  printServiceEntry,
  type SafeAccountState,
  type SafeCall,
  type SafeTransaction,
  type SignatureReader,
  safeTransactionHashOf,
  safeTypedDataOf,
  type TypedData,
  usualMultiSendOf,
} from '@vaultwright/safe'
import {
  openTransactionService,
  type SafeAtBlock,
  type SafeService,
} from '@vaultwright/safe-service'
import { recoverAddress } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { packetText, packetTreeText } from '../../judged-packet.ts'
import { openStandIn, type StandIn } from './stand-in.ts'

/** Three owners, a delegate and a stranger. */
export const keys = [1, 2, 3, 4, 5].map((seed) =>
  privateKeyToAccount(printHex(new Uint8Array(32).fill(seed))),
)
export const owners = keys.slice(0, 3)
export const delegate = keys[3]!
export const foreigner = keys[4]!

const typed = JSON.parse(packetText('typed-data.json'))
/** A batch that the tree of the fixtures permits. */
export const permitted: SafeCall = {
  to: typed.message.to,
  value: 0n,
  data: typed.message.data,
}

/** A Safe in memory: two of three owners, at nonce 7. */
export type MadeSafe = {
  readonly account: SafeAccountState
  readonly read: () => Promise<SafeAtBlock>
  readonly standIn: StandIn
  readonly service: SafeService
  /** Uses nonces up. */
  readonly use: (count: bigint) => void
}

/** Makes a Safe, and a service that holds its queue. */
export function makeSafe(): MadeSafe {
  let nonce = 7n
  const accountNow = (): SafeAccountState => ({
    safe: typed.domain.verifyingContract as Address,
    chainId: 1,
    version: '1.4.1',
    nonce,
    threshold: 2,
    owners: owners.map(({ address }) => address),
    modules: [],
    singleton: zeroAddress,
    guard: zeroAddress,
    moduleGuard: zeroAddress,
    fallbackHandler: zeroAddress,
    blockNumber: 100n,
    blockHash: `0x${'bb'.repeat(32)}`,
  })
  const evidence = fixtureEvidence()
  const standIn = openStandIn(
    { accountOf: async () => accountNow(), readerOf: madeReader, executions: async () => [] },
    1,
  )
  return {
    account: accountNow(),
    read: async () => {
      const account = accountNow()
      const hashOf = async (transaction: SafeTransaction) =>
        safeTransactionHashOf(transaction, account)
      const unprovenBecause = 'there is no chain'
      return {
        account,
        unprovenBecause,
        proof: null,
        signatures: madeReader(account),
        evidence,
        hashOf,
        unitsOf: async () => [],
      }
    },
    standIn,
    service: serviceOf(standIn),
    use: (count) => {
      nonce += count
    },
  }
}

/** Opens the adapter of the transaction service on a stand-in, without a network and without waiting. */
export function serviceOf(standIn: StandIn, chainId = 1): SafeService {
  const wait = async () => {}
  const url = 'http://127.0.0.1/api'
  return openTransactionService({ fetch: standIn.fetch, url, key: null, chainId, wait })
}

/** A Safe's check of signatures by keys, as the contract makes it: rising owners, one a signature. */
function madeReader(account: SafeAccountState): SignatureReader {
  return {
    isApproved: async () => false,
    isAccepted: async () => false,
    isExecutable: async ({ hash, signatures }) => {
      let last = 0n
      for (let index = 0; index < account.threshold; index++) {
        const start = 2 + index * 130
        const signature = `0x${signatures.slice(start, start + 130)}` as Hex
        if (signature.length !== 132) return false
        const signer = await recoverAddress({ hash, signature }).catch(() => zeroAddress)
        const isOwner = account.owners.some((owner) => owner === signer)
        if (!isOwner || BigInt(signer) <= last) return false
        last = BigInt(signer)
      }
      return true
    },
  }
}

/** The tree of the fixtures as the root of the Manager. */
function fixtureEvidence(): QueueEvidence {
  const { tree, metadata } = parseTreeFile(new TextEncoder().encode(packetTreeText()))
  return {
    root: {
      root: null,
      origin: 'tree',
      tree,
      isContradictory: false,
      manager: metadata.manager,
      strategist: null,
      provenManager: null,
      chainId: null,
      block: null,
      managerTree: null,
    },
    rules: ruleBook,
    reads: {},
    naming: callContextOf(1, null),
    hasCode: () => true,
  }
}

export function transactionOf(
  calls: readonly SafeCall[],
  { version }: Pick<SafeAccountState, 'version'>,
  nonce: bigint,
): SafeTransaction {
  const multiSend = usualMultiSendOf(version).address
  return buildSafeTransaction(calls, { multiSend, nonce })
}

export function signTyped(key: PrivateKeyAccount, data: TypedData): Promise<Hex> {
  return key.signTypedData(data as Parameters<PrivateKeyAccount['signTypedData']>[0])
}

/** A row as version 2 of the service writes it, signed by owners. */
export async function rowOf(
  transaction: SafeTransaction,
  account: SafeAccountState,
  signers: readonly PrivateKeyAccount[],
) {
  const hash = safeTransactionHashOf(transaction, account)
  const data = safeTypedDataOf(transaction, account)
  const { contractTransactionHash: _, ...fields } = printServiceEntry(transaction, {
    safe: account.safe,
    hash,
  })
  const confirmations = await Promise.all(
    signers.map(async (key) => ({ owner: key.address, signature: await signTyped(key, data) })),
  )
  return {
    ...fields,
    safeTxHash: hash,
    confirmationsRequired: account.threshold,
    isExecuted: false,
    trusted: signers.length > 0,
    proposedByDelegate: null as Address | null,
    confirmations,
  }
}

/** Puts a transaction of owners into a queue. */
export async function post(
  service: SafeService,
  account: SafeAccountState,
  {
    transaction,
    signers,
  }: {
    readonly transaction: SafeTransaction
    readonly signers: readonly PrivateKeyAccount[]
  },
): Promise<Hex> {
  const hash = safeTransactionHashOf(transaction, account)
  const data = safeTypedDataOf(transaction, account)
  const { safe } = account
  const [first, ...further] = signers
  const signature = await signTyped(first!, data)
  const sender = first!.address
  await service.propose({ safe, transaction, hash, sender, signature, origin: 'test' })
  for (const key of further) await service.confirm(hash, await signTyped(key, data))
  return hash
}
