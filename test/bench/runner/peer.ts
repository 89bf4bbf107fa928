import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../node_modules/', import.meta.url))

/**
 * Loads a library to compare with from `test/bench/node_modules`, the only place that has the locked version of it.
 *
 * @param specifier - as in an import: `ox/wasm`.
 * @returns null if it is not installed there: a figure then has `theirs: null`.
 */
export async function loadPeer<Peer>(specifier: string): Promise<Peer | null> {
  const url = locate(specifier)
  if (url === null || !fileURLToPath(url).startsWith(installed)) return null
  return (await import(url)) as Peer
}

function locate(specifier: string): string | null {
  try {
    return import.meta.resolve(specifier)
  } catch {
    return null
  }
}
