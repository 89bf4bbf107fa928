import type { IndexEvent, LogFacts } from '@vaultwright/indexer'
import type { Context } from '../terminal/context.ts'
import { buildProgress, type Progress } from '../terminal/progress.ts'
import { writeWarning } from '../terminal/warning.ts'

/** Shows indexing while it goes on. */
type IndexProgress = {
  readonly observe: (event: IndexEvent) => void
  /** Takes the bar away. */
  readonly end: () => void
}

type ReportOptions = { readonly quiet: boolean; readonly context: Context }

/**
 * Shows indexing to a person: on a terminal a bar of vault-days, which goes when nothing is missing and
 * comes again when something is.
 */
export function openIndexProgress(
  { quiet, context }: ReportOptions,
  nameOf: (vault: string) => string,
): IndexProgress {
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
        const total = done + left
        if (bar === null) bar = buildProgress(total, context, quiet)
        else if (total > all) bar.grow(total - all)
        all = Math.max(all, total)
      }
      if (event.event !== 'day_indexed') return
      const { chain, vault } = event.vaultRef
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

/** The least severe lines of the log, without a terminal. */
type ProgressLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Reports indexing while it runs. */
type ProgressReporter = IndexProgress & {
  /** Reports a problem that is not an event. */
  readonly warn: (problem: string, facts?: LogFacts) => void
  /** Reports that the work begins or ends; nothing on a terminal, where it is seen. */
  readonly info: (message: string, facts?: LogFacts) => void
}

/** Takes what stands on the line away. */
const clearLine = '\r\u001b[K'

/**
 * Reports indexing: on a terminal a progress bar, and a sentence for a problem; elsewhere one line of JSON
 * for each event.
 */
export async function openProgressReporter(
  settings: ReportOptions,
  level: ProgressLevel,
  nameOf: (vault: string) => string,
): Promise<ProgressReporter> {
  const { context, quiet } = settings
  const watch = openIndexProgress(settings, nameOf)
  if (context.config.progress !== null) {
    const say = (text: string) => {
      if (!quiet) context.stderr.write(clearLine)
      writeWarning(text, settings)
    }
    return {
      end: watch.end,
      warn: (text) => say(text),
      info: () => {},
      observe: (event) => {
        watch.observe(event)
        const text = sentenceOf(event, nameOf)
        if (text !== null) say(text)
      },
    }
  }
  const { openIndexLog } = await import('@vaultwright/indexer')
  const log = openIndexLog(quiet ? 'silent' : level, (line) => void context.stderr.write(line))
  return { end: watch.end, warn: log.warn, info: log.info, observe: log.event }
}

/** The sentence of an event that needs attention; null for normal work. */
function sentenceOf(event: IndexEvent, nameOf: (vault: string) => string): string | null {
  if (event.event === 'task_failed') {
    const { task, error, decision } = event
    const whose = 'vault' in task ? ` of ${nameOf(task.vault)}` : ''
    const when = 'day' in task ? `, ${task.day}` : ''
    const next = decision.kind === 'park' ? 'given up' : 'tried again'
    return `${task.kind}${whose}${when}: ${error.message} [${error.code}, ${next}]`
  }
  if (event.event === 'root_without_tree') {
    const { vaultRef, root, strategist } = event
    return `${nameOf(vaultRef.vault)} on ${vaultRef.chain}: the root ${root} of ${strategist} has no stored tree, so what it permits is not known here.`
  }
  if (event.event !== 'revised') return null
  const { vaultRef, day, rows, reason } = event
  return `${nameOf(vaultRef.vault)}, ${day}: ${rows} values took the place of others, which are kept. ${reason}`
}
