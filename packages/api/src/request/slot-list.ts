/** An item of a list, and where it stands. */
export type ListSlot<Item> = { readonly item: Item; at: number }

/** A list whose items leave in any order, each at once. */
export type SlotList<Item> = {
  readonly all: readonly ListSlot<Item>[]
  readonly add: (item: Item) => ListSlot<Item>
  /** Removes an item; again is harmless. The last one takes its place. */
  readonly remove: (slot: ListSlot<Item>) => void
}

/**
 * Opens an empty list.
 *
 * It is not a Set: the table that a full Set leaves refers to the next one, so that items would outlive their removal.
 */
export function openSlotList<Item>(): SlotList<Item> {
  const all: ListSlot<Item>[] = []
  return {
    all,
    add: (item) => {
      const slot = { item, at: all.length }
      all.push(slot)
      return slot
    },
    remove: (slot) => {
      const { at: index0 } = slot
      if (all[index0] !== slot) return
      const last = all.pop()!
      if (last === slot) return
      last.at = index0
      all[index0] = last
    },
  }
}
