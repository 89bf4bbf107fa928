import { useEffect, useState } from 'react'
import type { OpenTree } from './open-tree.ts'
import { fetchStoredTree } from './stored-tree.ts'
import type { Trees } from './use-trees.ts'

/** The progress of loading a tree of the service. */
export type StoredTreeState =
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'open'; readonly tree: OpenTree; readonly isPending: boolean }

/** Fetches a tree of the service and rebuilds it; a root on chain, then a pending one where both may be. */
export function useStoredTree(
  trees: Trees,
  root: string,
  state: 'onchain' | 'pending' | 'either',
): StoredTreeState {
  const [reading, setReading] = useState<StoredTreeState>({ kind: 'reading', share: 0 })
  useEffect(() => {
    const end = new AbortController()
    const read = async () => {
      try {
        const { content, isPending } = await fetchEither(root, state, end.signal)
        const name = `${isPending ? 'Pending tree' : 'Tree'} ${root.slice(0, 10)}…${root.slice(-6)}`
        const tree = await trees.read({ kind: 'answer', content }, { name, asked: root }, (share) =>
          setReading({ kind: 'reading', share }),
        )
        if (!end.signal.aborted) setReading({ kind: 'open', tree, isPending })
      } catch (error) {
        if (!end.signal.aborted) setReading({ kind: 'refused', error })
      }
    }
    setReading({ kind: 'reading', share: 0 })
    void read()
    return () => end.abort()
  }, [trees, root, state])
  return reading
}

async function fetchEither(
  root: string,
  state: 'onchain' | 'pending' | 'either',
  signal: AbortSignal,
): Promise<{ readonly content: Blob; readonly isPending: boolean }> {
  const read = async (isPending: boolean) => ({
    content: await fetchStoredTree({ root, isPending }, signal),
    isPending,
  })
  if (state !== 'either') return read(state === 'pending')
  try {
    return await read(false)
  } catch (error) {
    if (signal.aborted) throw error
    return read(true)
  }
}
