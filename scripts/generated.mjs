// Files that scripts make. Each maker exports `make()`: a map from a path from the root of the repository to its
// text or bytes. `node --conditions=source scripts/make-….mjs` writes them, `npm run check` compares them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('../', import.meta.url)

/** The makers that need nothing but the sources; ABIs and accountants' vectors need compiled contracts. */
export const makers = [
  'build-kernel',
  'make-definition-schema',
  'make-fixtures',
  'make-protocols',
  'make-reader-fingerprint',
  'vector/make-streaming-vectors',
  'make-vectors',
]

/** Lists the paths whose files are not what was made, or not there. */
export function staleOf(files) {
  return [...files].filter(([path, content]) => !isSame(path, content)).map(([path]) => path)
}

/** Writes what is stale, where a maker was started by itself. */
export async function writeIfStarted(maker, make) {
  if (process.argv[1] === undefined || maker !== pathToFileURL(process.argv[1]).href) return
  const files = await make()
  const stale = new Set(staleOf(files))
  for (const [path, content] of files) {
    const file = new URL(path, root)
    if (stale.has(path)) {
      mkdirSync(dirname(fileURLToPath(file)), { recursive: true })
      writeFileSync(file, content)
    }
    process.stdout.write(`${stale.has(path) ? 'written  ' : 'unchanged'} ${path}\n`)
  }
}

function isSame(path, content) {
  try {
    return readFileSync(new URL(path, root)).equals(Buffer.from(content))
  } catch {
    return false
  }
}
