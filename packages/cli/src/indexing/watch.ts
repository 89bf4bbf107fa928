import type { IndexEvent } from '@vaultwright/indexer'
import type { Context } from '../context.ts'
import { buildProgress, type Progress } from '../progress.ts'

/** Shows indexing while it goes on. */
export type Watch = {
  readonly observe: (event: IndexEvent) => void
  /** Takes the bar away. */
  readonly end: () => void
}

/** How a person wants to be told. */
export type WatchManner = { readonly quiet: boolean; readonly context: Context }

/**
 * Shows indexing to a person: on a terminal a bar of vault-days, which goes when nothing is missing and
 * comes again when something is.
 */
export function openWatch(
  { quiet, context }: WatchManner,
  nameOf: (vault: string) => string,
): Watch {
  let bar: Progress | null = null
  let done = 0
  let all = 0
  /** Days that are still to come, by chain: each look at it counts them anew. */
  const open = new Map<string, number>()
  const end = () => {
    bar?.end()
    bar = null
    done = 0
    all = 0
  }
  return {
    end,
    observe: (event) => {
      if (event.event === 'scanned') {
        open.set(event.chain, event.flows === 0 ? 0 : event.missing)
        const left = [...open.values()].reduce((sum, days) => sum + days, 0)
        if (left === 0) return end()
        const known = done + left
        if (bar === null) bar = buildProgress(known, context, quiet)
        else if (known > all) bar.grow(known - all)
        all = Math.max(all, known)
      }
      if (event.event !== 'day_indexed') return
      const { chain, vault } = event.place
      open.set(chain, Math.max(0, (open.get(chain) ?? 0) - 1))
      done += 1
      if (done > all) {
        all = done
        bar?.grow(1)
      }
      bar?.step(`${nameOf(vault)} ${event.day}`)
    },
  }
}
