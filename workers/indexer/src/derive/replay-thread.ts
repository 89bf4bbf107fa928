import { parentPort, workerData } from 'node:worker_threads'
import { BaseError, type ErrorKind, type Facts } from '@vaultwright/base'
import { openStore } from '@vaultwright/store'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import { openReadingParser } from '../reading/parsed-reading.ts'
import type { ReplayOrder, TenantVaultRef } from '../task/task.ts'
import { currentFormulas } from '../value/formula.ts'
import { replayVault } from './replay.ts'
import type { ReplayedDays } from './replay-plan.ts'

/** The input of a thread: a vault to replay; null to let go of the database and end. */
export type ReplayThreadInput = {
  readonly vaultRef: TenantVaultRef
  readonly order: ReplayOrder
} | null

/** The output of a thread for a vault; null for one that is no longer there. */
export type ReplayThreadOutput =
  | { readonly ok: true; readonly replayed: ReplayedDays | null }
  | { readonly ok: false; readonly failure: ReplayFailure }

/** A failure as a thread hands it over; a code of null is a bug. */
export type ReplayFailure = {
  readonly code: string | null
  readonly kind: ErrorKind
  readonly message: string
  readonly facts: Facts
  readonly retryable: boolean
  readonly stack: string | undefined
}

const port = parentPort
if (port !== null) serve(port)

function serve(parent: NonNullable<typeof parentPort>): void {
  const { databaseUrl } = workerData as { readonly databaseUrl: string }
  const opening = openStore(databaseUrl)
  // Whoever asks hears of it.
  opening.catch(() => {})
  const parse = openReadingParser(1)
  const replay = async ({ vaultRef, order }: NonNullable<ReplayThreadInput>) => {
    const parts = { store: await opening, formulas: currentFormulas, parse, observe: () => {} }
    const indexedVault = await findIndexedVault(parts, vaultRef)
    return indexedVault === null ? null : replayVault(parts, indexedVault, order)
  }
  parent.on('message', async (input: ReplayThreadInput) => {
    if (input === null) {
      await opening.then((store) => store.close()).catch(() => {})
      parent.close()
      return
    }
    const output: ReplayThreadOutput = await replay(input).then(
      (replayed) => ({ ok: true, replayed }),
      (error) => ({ ok: false, failure: failureOf(error) }),
    )
    parent.postMessage(output)
  })
}

function failureOf(error: unknown): ReplayFailure {
  if (error instanceof BaseError) {
    const { code, kind, shortMessage: message, facts, retryable, stack } = error
    return { code, kind, message, facts, retryable, stack }
  }
  const stack = error instanceof Error ? error.stack : undefined
  return { code: null, kind: 'bug', message: String(error), facts: {}, retryable: false, stack }
}
