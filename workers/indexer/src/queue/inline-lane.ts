import type { Task } from '../task/task.ts'

/** A task in the queue, once, with the tasks that are to be done after it. */
export type InlineEntry = {
  readonly id: string
  readonly task: Task
  /** `held` until all that comes before is done. */
  state: 'held' | 'ready' | 'active' | 'delayed'
  attempt: number
  readonly before: Set<InlineEntry>
  readonly after: Set<InlineEntry>
  /** Takes back what is to happen to it later. */
  cancel: () => void
}

/** Tasks of one chain that can be done now, in order. */
export type InlineLane = {
  active: number
  readonly putFirst: (entry: InlineEntry) => void
  readonly putLast: (entry: InlineEntry) => void
  /** @returns null when there is none. */
  readonly next: () => InlineEntry | null
}

/** Makes an empty lane. @returns what is put into it comes out once, unless it was held back since. */
export function openInlineLane(): InlineLane {
  const first: InlineEntry[] = []
  let last: InlineEntry[] = []
  let index = 0
  const pop = (): InlineEntry | null => {
    const urgent = first.pop()
    if (urgent !== undefined) return urgent
    if (index < last.length) return last[index++]!
    last = []
    index = 0
    return null
  }
  return {
    active: 0,
    putFirst: (entry) => first.push(entry),
    putLast: (entry) => last.push(entry),
    next: () => {
      let entry = pop()
      while (entry !== null && entry.state !== 'ready') entry = pop()
      return entry
    },
  }
}

/** Makes the entry of a task. */
export function entryOf(id: string, task: Task): InlineEntry {
  const links = { before: new Set<InlineEntry>(), after: new Set<InlineEntry>() }
  return { id, task, state: 'held', attempt: 1, ...links, cancel: () => {} }
}

/** Lets one entry wait for another, unless that waits for it already, or it is too late. */
export function holdBehind(before: InlineEntry, entry: InlineEntry): void {
  if (entry.state === 'active' || entry.state === 'delayed' || isBehind(before, entry)) return
  before.after.add(entry)
  entry.before.add(before)
  entry.state = 'held'
}

function isBehind(entry: InlineEntry, other: InlineEntry): boolean {
  if (entry === other) return true
  for (const before of entry.before) if (isBehind(before, other)) return true
  return false
}
