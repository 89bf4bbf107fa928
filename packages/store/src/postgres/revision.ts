import type { PostgresConnector } from './dialect.ts'
import { preparedOn } from './dialect.ts'

/**
 * Which transactions a statement that begins now sees, on which server: nothing was committed since it was the same.
 * A server that follows another one does not list what is still in progress, so that its snapshot tells nothing.
 * Source: PostgreSQL, `pg_current_snapshot`; the numbers of transactions never come again.
 */
const text = `select case when pg_is_in_recovery() then null
  else pg_postmaster_start_time()::text || ' ' || pg_current_snapshot()::text end as revision`

/** Opens what asks the server for the state of its databases: one question for all who ask in a turn of the event loop. */
export function openRevision(
  source: PostgresConnector,
  unnameable: Set<string>,
): () => Promise<string | null> {
  const run = preparedOn(source, { text, name: 'vaultwright_revision', unnameable })
  const ask = async (): Promise<string | null> => {
    const [row] = await run([])
    return (row?.revision ?? null) as string | null
  }
  let waiting: Promise<string | null> | null = null
  return () => {
    // Whoever asks later gets the next answer: what was committed before it asks is in that one.
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting = null
      return ask()
    })
    return waiting
  }
}
