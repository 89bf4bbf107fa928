import { setImmediate as nextRound } from 'node:timers/promises'
import type { PostgresConnector } from './dialect.ts'
import { preparedOn } from './dialect.ts'

/**
 * The transactions that a statement begun now sees, and its server: nothing was committed since it
 * was the same. A server that follows another one does not list what is still in progress, so that
 * its snapshot tells nothing. Source: PostgreSQL, `pg_current_snapshot`; the numbers of
 * transactions never come again.
 */
const text = `select case when pg_is_in_recovery() then null
  else pg_postmaster_start_time()::text || ' ' || pg_current_snapshot()::text end as revision`

/** A round of the event loop that takes less had nothing to do · ms. */
const idleMs = 0.03

/** The maximum time a question waits for such a round · ms. */
const maxBusyMs = 4

/** Options of the question. */
export type RevisionOptions = {
  /** Names of statements that the server lost once. */
  readonly unnameable: Set<string>
  readonly nowMs?: () => number
}

/**
 * Opens what asks the server for the state of its databases: one question for all who ask while the event loop is
 * busy. A question costs as much as many answers, and while there is other work its answer would wait anyway.
 */
export function openRevision(
  source: PostgresConnector,
  { unnameable, nowMs = () => performance.now() }: RevisionOptions,
): () => Promise<string | null> {
  const run = preparedOn(source, { text, name: 'vaultwright_revision', unnameable })
  const ask = async (): Promise<string | null> => {
    const [row] = await run([])
    return (row?.revision ?? null) as string | null
  }
  const waitUntilIdle = async (): Promise<void> => {
    // What is ready in this round comes first.
    await nextRound()
    const beganMs = nowMs()
    for (let lastMs = beganMs; ; ) {
      await nextRound()
      const roundMs = nowMs() - lastMs
      lastMs += roundMs
      if (roundMs < idleMs || lastMs - beganMs >= maxBusyMs) return
    }
  }
  let waiting: Promise<string | null> | null = null
  return () => {
    // Whoever asks later gets the next answer: what was committed before it asks is in that one.
    waiting ??= waitUntilIdle().then(() => {
      waiting = null
      return ask()
    })
    return waiting
  }
}
