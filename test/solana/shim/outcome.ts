import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit'
import {
  FailedTransactionMetadata,
  type LiteSVM,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm'
import { base58Of, base64Of } from './answer.ts'
import { runtimeErrorOf } from './runtime-error.ts'
import { type AccountView, tokenBalancesOf } from './token-balance.ts'
import { keysOf, type WireTransaction } from './wire-transaction.ts'

export type RunResult = TransactionMetadata | SimulatedTransactionInfo | FailedTransactionMetadata

/** The outcome of a transaction, in the words that simulations and stored transactions share. */
export type Outcome = ReturnType<typeof outcomeOf>

export type Views = { readonly before: AccountView; readonly after: AccountView }

export function outcomeOf(wire: WireTransaction, result: RunResult, views: Views) {
  const keys = keysOf(wire)
  const meta = metaOf(result)
  const lamports = (view: AccountView) => keys.map((key) => BigInt(view(key)?.lamports ?? 0))
  return {
    err: result instanceof FailedTransactionMetadata ? runtimeErrorOf(result.err()) : null,
    fee: wire.feeLamports,
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    preBalances: lamports(views.before),
    postBalances: lamports(views.after),
    preTokenBalances: tokenBalancesOf(keys, views.before),
    postTokenBalances: tokenBalancesOf(keys, views.after),
    loadedAddresses: wire.loaded,
    innerInstructions: innerOf(meta),
    returnData: returnDataOf(meta),
  }
}

/** A view of what is now; accounts are copied, so it stays true after the next transaction. */
export function viewNow(svm: LiteSVM, keys: readonly Address[]): AccountView {
  const accounts = new Map<Address, EncodedAccount | undefined>()
  const read = (key: Address) => {
    const account = svm.getAccount(key)
    return account.exists ? account : undefined
  }
  for (const key of keys) accounts.set(key, read(key))
  // Mints are not always among the keys.
  return (key) => (accounts.has(key) ? accounts.get(key) : read(key))
}

function metaOf(result: RunResult): TransactionMetadata {
  return 'meta' in result ? result.meta() : result
}

function innerOf(meta: TransactionMetadata): readonly unknown[] {
  return meta.innerInstructions().flatMap((inner, index) =>
    inner.length === 0
      ? []
      : [
          {
            index,
            instructions: inner.map((entry) => ({
              programIdIndex: entry.instruction().programIdIndex(),
              accounts: [...entry.instruction().accounts()],
              data: base58Of(entry.instruction().data()),
              stackHeight: entry.stackHeight(),
            })),
          },
        ],
  )
}

function returnDataOf(meta: TransactionMetadata): unknown {
  const returned = meta.returnData()
  // litesvm has return data of length zero where a program returns none.
  if (returned.data().length === 0) return null
  const programId = getAddressDecoder().decode(returned.programId())
  return { programId, data: [base64Of(returned.data()), 'base64'] }
}
