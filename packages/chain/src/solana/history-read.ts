import { readerOf } from '@vaultwright/document'
import { decodeBase58, InvalidBase58Error, type SvmAddress } from '@vaultwright/svm'
import Type from 'typebox'
import { nullable, nullish, RpcAnswerError } from '../rpc/answer.ts'
import type { Rpc, RpcCall } from '../rpc/rpc.ts'
import {
  answeredBytes,
  base64Data,
  exactCount,
  parseSolanaAnswer,
  signatureText,
  svmAddress,
  unixSeconds,
} from './answer.ts'

/** The filter of an address's signatures. */
export type SvmSignatureQuery = {
  /** Only those before this signature; default: from the newest on. */
  readonly before?: string
  /** Only those after this signature; default: down to the oldest. */
  readonly until?: string
  /** From 1 to 1,000; default: 1,000. */
  readonly limit?: number
}

/** A transaction that names an address, newest first in a list. */
export type SvmSignature = {
  readonly signature: string
  readonly slot: bigint
  /** Unix seconds; null where the node does not know. */
  readonly blockTimeUnix: bigint | null
  readonly isFailed: boolean
}

/** A transaction as it landed. */
export type SvmLandedTransaction = {
  readonly signature: string
  readonly slot: bigint
  readonly blockTimeUnix: bigint | null
  readonly isFailed: boolean
  /** The transaction's bytes as base64. */
  readonly base64: string
  /** The accounts that lookup tables added. */
  readonly loadedAddresses: SvmLoadedAddresses
  /** Calls that programs made, in their order; accounts and programs by index into all accounts. */
  readonly innerCalls: readonly SvmInnerCall[]
}

/** Accounts from lookup tables: all that are writable come before all that are readonly. */
type SvmLoadedAddresses = {
  readonly writable: readonly SvmAddress[]
  readonly readonly: readonly SvmAddress[]
}

/** A call that a program made; indices are into static accounts, then loaded writable, then loaded readonly. */
type SvmInnerCall = {
  /** The instruction of the transaction that led to it. */
  readonly instruction: number
  readonly programIndex: number
  readonly accountIndices: readonly number[]
  /** Null when there are more than about 750 bytes. */
  readonly data: Uint8Array | null
}

/** Base58 of any length would take time that grows with its square. */
const maxBase58Digits = 1_024

const readSignatures = readerOf(
  Type.Array(
    Type.Object({
      signature: signatureText,
      slot: exactCount,
      err: Type.Unknown(),
      blockTime: nullish(unixSeconds),
    }),
  ),
)
export const accountIndex = Type.Integer({ minimum: 0, maximum: 255 })
export const loadedAddresses = Type.Object({
  writable: Type.Array(svmAddress),
  readonly: Type.Array(svmAddress),
})
const readTransaction = readerOf(
  nullable(
    Type.Object({
      slot: exactCount,
      blockTime: nullish(unixSeconds),
      transaction: base64Data,
      meta: Type.Object({
        err: Type.Unknown(),
        loadedAddresses: nullish(loadedAddresses),
        innerInstructions: nullish(
          Type.Array(
            Type.Object({
              index: accountIndex,
              instructions: Type.Array(
                Type.Object({
                  programIdIndex: accountIndex,
                  accounts: Type.Array(accountIndex),
                  data: Type.String(),
                }),
              ),
            }),
          ),
        ),
      }),
    }),
  ),
)
const readBlockTime = readerOf(nullable(unixSeconds))

/**
 * Lists finalised transactions that name an address.
 *
 * @returns newest first; fewer than the limit when there are no more.
 */
export async function readSvmSignatures(
  rpc: Rpc,
  address: SvmAddress,
  { before, until, limit = 1_000 }: SvmSignatureQuery = {},
): Promise<readonly SvmSignature[]> {
  const config = {
    commitment: 'finalized',
    limit,
    ...(before !== undefined && { before }),
    ...(until !== undefined && { until }),
  }
  const call = { method: 'getSignaturesForAddress', params: [address, config] }
  const [answer] = await rpc.ask([call])
  const rows = parseSolanaAnswer(readSignatures, call, answer)
  if (rows.length > limit) {
    throw new RpcAnswerError(call.method, `it has ${rows.length} rows, and ${limit} were asked for`)
  }
  const late = rows.findIndex((row, index) => index > 0 && row.slot > rows[index - 1]!.slot)
  if (late > 0) throw new RpcAnswerError(call.method, `row ${late} is newer than the one before it`)
  return rows.map(({ signature, slot, blockTime, err }) => ({
    signature,
    slot,
    blockTimeUnix: blockTime ?? null,
    isFailed: isError(err),
  }))
}

/**
 * Reads finalised transactions, of any version that exists.
 *
 * @returns in the order asked for; null where the node has none of the signature.
 */
export async function readSvmTransactions(
  rpc: Rpc,
  signatures: readonly string[],
): Promise<readonly (SvmLandedTransaction | null)[]> {
  const config = { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 1 }
  const calls = signatures.map((signature) => ({
    method: 'getTransaction',
    params: [signature, config],
  }))
  const answers = await rpc.ask(calls)
  return calls.map((call, index) => {
    const row = parseSolanaAnswer(readTransaction, call, answers[index])
    if (row === null) return null
    const { slot, meta } = row
    answeredBytes(call, row.transaction[0])
    return {
      signature: signatures[index]!,
      slot,
      blockTimeUnix: row.blockTime ?? null,
      isFailed: isError(meta.err),
      base64: row.transaction[0],
      loadedAddresses: meta.loadedAddresses ?? { writable: [], readonly: [] },
      innerCalls: (meta.innerInstructions ?? []).flatMap((group) =>
        group.instructions.map(({ programIdIndex, accounts, data }) => ({
          instruction: group.index,
          programIndex: programIdIndex,
          accountIndices: accounts,
          data: base58Data(call, data),
        })),
      ),
    }
  })
}

/** Reads when a slot's block was made · unix seconds; null when the node does not know. */
export async function readSvmBlockTime(rpc: Rpc, slot: bigint): Promise<bigint | null> {
  const call = { method: 'getBlockTime', params: [Number(slot)] }
  const [answer] = await rpc.ask([call])
  return parseSolanaAnswer(readBlockTime, call, answer)
}

function isError(err: unknown): boolean {
  return err !== null && err !== undefined
}

function base58Data(call: RpcCall, text: string): Uint8Array | null {
  if (text.length > maxBase58Digits) return null
  try {
    return decodeBase58(text)
  } catch (error) {
    if (!(error instanceof InvalidBase58Error)) throw error
    throw new RpcAnswerError(call.method, error.shortMessage)
  }
}
