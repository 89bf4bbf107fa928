import { type ReadBy, readerOf } from '@vaultwright/document'
import type { SvmAccount, SvmAddress, Transaction } from '@vaultwright/svm'
import Type from 'typebox'
import { nullable, nullish, RpcAnswerError } from '../rpc/answer.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import {
  atSlot,
  exactCount,
  rawLifetime,
  rawSvmAccount,
  svmAccountOf,
  svmAddress,
  tokenAmount,
} from './answer.ts'
import { accountIndex, loadedAddresses } from './history-read.ts'

/** The balance of a token account, as the node that ran the transaction counts it. */
type SvmTokenBalance = {
  /** The index of the account in the transaction. */
  readonly accountIndex: number
  readonly mint: SvmAddress
  /** The owner of the token account. */
  readonly owner: SvmAddress
  readonly amountRaw: bigint
  readonly decimals: number
}

/** Token accounts before and after. */
export type SvmTokenBalances = {
  readonly before: readonly SvmTokenBalance[]
  readonly after: readonly SvmTokenBalance[]
}

const maxLogLines = 1_000
const maxLogCharacters = 100_000

const rawTokenBalance = Type.Object({
  accountIndex,
  mint: svmAddress,
  owner: Type.Optional(svmAddress),
  uiTokenAmount: Type.Object({ amount: tokenAmount, decimals: accountIndex }),
})
const rawInnerCall = Type.Object({
  programId: Type.Optional(svmAddress),
  programIdIndex: Type.Optional(accountIndex),
})
/** The schema of a `simulateTransaction` answer. */
export const readSimulated = readerOf(
  atSlot(
    Type.Object({
      err: Type.Unknown(),
      logs: nullable(Type.Array(Type.String())),
      unitsConsumed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 })),
      fee: nullish(exactCount),
      accounts: nullish(Type.Array(nullable(rawSvmAccount))),
      loadedAddresses: nullish(loadedAddresses),
      preTokenBalances: nullish(Type.Array(rawTokenBalance)),
      postTokenBalances: nullish(Type.Array(rawTokenBalance)),
      innerInstructions: nullish(
        Type.Array(Type.Object({ instructions: Type.Array(rawInnerCall) })),
      ),
      replacementBlockhash: nullish(rawLifetime),
    }),
  ),
)
export type RawSimulated = ReadBy<typeof readSimulated>['value']

/**
 * Pairs watched accounts with what the answer says of them.
 *
 * @throws {RpcAnswerError} when there are more or fewer.
 */
export function accountsAfterOf(
  call: RpcCall,
  { accounts }: RawSimulated,
  watched: readonly SvmAddress[],
): ReadonlyMap<SvmAddress, SvmAccount | null> | null {
  if (accounts === undefined || accounts === null) {
    if (watched.length === 0) return new Map()
    throw new RpcAnswerError(call.method, 'it has no accounts, though they were asked for')
  }
  if (accounts.length !== watched.length) {
    const reason = `it has ${accounts.length} accounts, and ${watched.length} were asked for`
    throw new RpcAnswerError(call.method, reason)
  }
  return new Map(watched.map((address, index) => [address, svmAccountOf(call, accounts[index]!)]))
}

/**
 * Reads what token accounts hold; null where the node does not say it.
 *
 * Half of them, or some without an owner, would hide what moved.
 */
export function tokenBalancesOf(value: RawSimulated): SvmTokenBalances | null {
  const { preTokenBalances, postTokenBalances } = value
  const before = (preTokenBalances ?? null)?.flatMap(tokenBalanceOf) ?? null
  const after = (postTokenBalances ?? null)?.flatMap(tokenBalanceOf) ?? null
  if (before === null || after === null) return null
  const isWhole =
    before.length === preTokenBalances?.length && after.length === postTokenBalances?.length
  return isWhole ? { before, after } : null
}

function tokenBalanceOf(
  raw: NonNullable<RawSimulated['preTokenBalances']>[number],
): readonly SvmTokenBalance[] {
  const { accountIndex, mint, owner, uiTokenAmount } = raw
  if (owner === undefined) return []
  const { amount, decimals } = uiTokenAmount
  return [{ accountIndex, mint, owner, amountRaw: amount, decimals }]
}

/** Lists programs that programs called; null also where only a missing table says which one. */
export function innerProgramsOf(
  { innerInstructions, loadedAddresses }: RawSimulated,
  transaction: Transaction | null,
): readonly SvmAddress[] | null {
  if (innerInstructions === undefined || innerInstructions === null) return null
  const { writable = [], readonly = [] } = loadedAddresses ?? {}
  const isStatic = transaction === null || transaction.missingTables.length > 0
  const named = transaction?.accounts.map(({ address }) => address) ?? []
  const keys = isStatic ? [...named, ...writable, ...readonly] : named
  const programs = innerInstructions.flatMap(({ instructions }) =>
    instructions.map(({ programId, programIdIndex }) => programId ?? keys[programIdIndex ?? -1]),
  )
  const resolved = programs.filter((program) => program !== undefined)
  return resolved.length < programs.length ? null : [...new Set(resolved)]
}

/** Characters that are not visible and could rewrite the text on a terminal. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Shortens logs to what a person or a row can hold. */
export function boundedLogs(lines: readonly string[]): readonly string[] {
  const shortLines: string[] = []
  let size = 0
  for (const line of lines) {
    size += line.length
    if (shortLines.length === maxLogLines || size > maxLogCharacters) {
      shortLines.push(`(${lines.length - shortLines.length} more lines)`)
      break
    }
    shortLines.push(line.replace(invisibleCharacters, '\ufffd'))
  }
  return shortLines
}
