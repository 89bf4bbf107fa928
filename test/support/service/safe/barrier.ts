/** Lets each pass only when so many have come. */
export function openBarrier(count: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === count) for (const pass of waiting) pass()
      if (waiting.length > count) resolve()
    })
}
