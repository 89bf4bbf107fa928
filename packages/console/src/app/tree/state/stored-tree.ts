import { treeFileOfAnswer } from '../analysis/answer-file.ts'
import { remoteFailure } from '../analysis/worker-message.ts'

/** A tree of the service: its root, and whether it is not on a Manager yet. */
export type StoredTreeRef = { readonly root: string; readonly isPending: boolean }

/**
 * Fetches a tree as the signed-in user. What the service says of it beside the tree is not used.
 *
 * @returns the answer's text, unread.
 * @throws an error with the service's sentence and code.
 */
export async function fetchStoredTree(
  { root, isPending }: StoredTreeRef,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `/console/v1/trees/${encodeURIComponent(root)}${isPending ? '/pending' : ''}`
  const headers = { accept: 'application/json', 'x-vaultwright-console': '1' }
  const response = await fetch(path, { headers, signal })
  if (response.ok) return response.blob()
  const { message, code } = refusalOf(await response.text())
  throw remoteFailure(message ?? `The service answered ${response.status}.`, code)
}

/** Fetches a tree as the text of its file, as it is kept. */
export async function storedTreeText(ref: StoredTreeRef, signal: AbortSignal): Promise<string> {
  return treeFileOfAnswer(await (await fetchStoredTree(ref, signal)).text()).text
}

/** Reads the service's own sentence, where it sent one. */
function refusalOf(text: string): {
  readonly message: string | null
  readonly code: string | null
} {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Readonly<Record<string, unknown>> }
    return {
      message: typeof error?.message === 'string' ? error.message : null,
      code: typeof error?.code === 'string' ? error.code : null,
    }
  } catch {
    return { message: null, code: null }
  }
}
