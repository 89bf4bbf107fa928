/** Changes of maps that can be taken back. */
export type Journal = {
  readonly begin: () => void
  readonly keep: () => void
  readonly undo: () => void
  /** Sets an entry, or removes it for undefined, so that it can be undone. */
  readonly set: <Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined) => void
  /** Notes how to take back what was done elsewhere. */
  readonly note: (takeBack: () => void) => void
}

/** Opens a journal without entries. */
export function openJournal(): Journal {
  const entries: (() => void)[] = []
  const marks: number[] = []
  return {
    begin: () => void marks.push(entries.length),
    keep: () => void marks.pop(),
    undo: () => {
      const mark = marks.pop() ?? 0
      while (entries.length > mark) entries.pop()!()
    },
    set: (map, key, value) => {
      const had = map.has(key)
      const before = map.get(key)
      entries.push(() => {
        if (had) map.set(key, before!)
        else map.delete(key)
      })
      if (value === undefined) map.delete(key)
      else map.set(key, value)
    },
    note: (takeBack) => void entries.push(takeBack),
  }
}
