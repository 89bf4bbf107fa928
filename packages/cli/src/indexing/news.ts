import type { IndexEvent } from '@vaultwright/indexer'
import { writeRemark } from '../remark.ts'
import { openWatch, type Watch, type WatchManner } from './watch.ts'

/** How much is told off a terminal. */
export type NewsLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Tells of indexing while it goes on. */
export type News = Watch & {
  /** Told of what is wrong and no event. */
  readonly told: (problem: string) => void
}

/** Takes what stands on the line away. */
const clearLine = '\r\u001b[K'

/**
 * Tells of indexing as it suits where it is read: on a terminal a bar, and a sentence where something is
 * wrong; elsewhere a line of JSON an event.
 */
export async function openNews(
  manner: WatchManner,
  level: NewsLevel,
  nameOf: (vault: string) => string,
): Promise<News> {
  const { context, quiet } = manner
  const watch = openWatch(manner, nameOf)
  if (context.config.progress !== null) {
    const say = (text: string) => {
      if (!quiet) context.stderr.write(clearLine)
      writeRemark(text, manner)
    }
    return {
      end: watch.end,
      told: say,
      observe: (event) => {
        watch.observe(event)
        const text = sentenceOf(event, nameOf)
        if (text !== null) say(text)
      },
    }
  }
  const { openIndexLog } = await import('@vaultwright/indexer')
  const log = openIndexLog(quiet ? 'silent' : level, (line) => void context.stderr.write(line))
  return { end: watch.end, told: log.warn, observe: log.event }
}

/** What somebody must see at once; null for work as it goes. */
function sentenceOf(event: IndexEvent, nameOf: (vault: string) => string): string | null {
  if (event.event === 'task_failed') {
    const { task, error, fate } = event
    const whose = 'vault' in task ? ` of ${nameOf(task.vault)}` : ''
    const when = 'day' in task ? `, ${task.day}` : ''
    const next = fate.kind === 'park' ? 'given up' : 'tried again'
    return `${task.kind}${whose}${when}: ${error.message} [${error.code}, ${next}]`
  }
  if (event.event === 'root_without_tree') {
    const { place, root, strategist } = event
    return `${nameOf(place.vault)} on ${place.chain}: the root ${root} of ${strategist} has no stored tree, so that nobody here can see what it permits.`
  }
  if (event.event !== 'revised') return null
  const { place, day, rows, reason } = event
  return `${nameOf(place.vault)}, ${day}: ${rows} values took the place of others, which are kept. ${reason}`
}
