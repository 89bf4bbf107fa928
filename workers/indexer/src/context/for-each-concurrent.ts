/** As many are begun at once: enough to keep a server busy, few enough to hold them all. */
const together = 4

/**
 * Does something with each of many, a few at a time. Between them others get their turn: a database in a file
 * answers at once, and waiting for it lets no other task through.
 *
 * @throws what the work throws first; what was begun goes on, and nothing else is begun.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const open = items.values()
  let isFailed = false
  const lane = async (): Promise<void> => {
    for (const item of open) {
      if (isFailed) return
      await work(item)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  const lanes = Array.from({ length: together }, () =>
    lane().catch((error) => {
      isFailed = true
      throw error
    }),
  )
  await Promise.all(lanes)
}
