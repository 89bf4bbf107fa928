import { setImmediate } from 'node:timers'
import type BetterSqlite from 'better-sqlite3'

/** Reads of one turn of the event loop, which are all of one state of the file. */
export type ReadTurn = {
  /** Opens the turn unless it is open. It ends with this turn of the event loop. */
  readonly open: () => void
  /** To be called before each statement that reads. */
  readonly enter: () => void
  /** Lets go of the state that was read: what is read next is of a later one. */
  readonly leave: () => void
  /** Tells the version of the file: while the turn is open, that of the state that is read, or of one before it. */
  readonly version: () => unknown
}

/** The source of reads in turns. */
export type ReadTurnSource = {
  /** The connection that reads, and nothing else. */
  readonly reading: BetterSqlite.Database
  /** Looks for what other processes wrote. */
  readonly readVersion: () => unknown
  /** Transactions that this process committed. */
  readonly commits: () => number
}

/**
 * Opens turns of reading. A statement for itself takes the locks of the file and gives them back, which costs more
 * than most statements do: those of one turn do so once.
 *
 * No state is older than what a caller may know: a turn is opened by a request that arrived, together with all others of
 * its turn, and ends before more can arrive; a commit of this process ends what was read before it.
 */
export function openReadTurn({ reading, readVersion, commits }: ReadTurnSource): ReadTurn {
  const begin = reading.prepare('begin')
  const commit = reading.prepare('commit')
  let isOpen = false
  let isBegun = false
  let cached: { readonly version: unknown; readonly commits: number } | null = null
  const leave = (): void => {
    cached = null
    if (!isBegun) return
    isBegun = false
    if (reading.open && reading.inTransaction) commit.run()
  }
  const version = (): unknown => {
    if (!isOpen) return readVersion()
    if (cached?.commits !== commits()) {
      leave()
      cached = { version: readVersion(), commits: commits() }
    }
    return cached.version
  }
  const end = (): void => {
    isOpen = false
    leave()
  }
  return {
    open: () => {
      if (isOpen) return
      isOpen = true
      setImmediate(end)
    },
    enter: () => {
      if (!isOpen) return
      // First the version, then the state: what is kept by a version is never older than it.
      version()
      if (isBegun) return
      begin.run()
      isBegun = true
    },
    leave,
    version,
  }
}
