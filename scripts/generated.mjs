// Files that scripts make. Each maker exports `make()`: a map from a path from the root of the repository to its
// text or bytes. `node --conditions=source scripts/make-….mjs` writes them, `npm run check` compares them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('../', import.meta.url)

/** The makers that need nothing but the sources; ABIs and accountants' vectors need compiled contracts. */
export const makers = [
  // First: what is made after it takes the protocols from its lists.
  'make-protocols',
  'build-kernel',
  'make-definition-schema',
  'make-fixtures',
  'make-lint',
  'reader/make-reader-fingerprint',
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
  const stale = staleOf(files)
  writeFiles(files, stale)
  for (const path of files.keys())
    process.stdout.write(`${stale.includes(path) ? 'written  ' : 'unchanged'} ${path}\n`)
}

/** Writes some of the files that were made. */
export function writeFiles(files, paths) {
  for (const path of paths) {
    const file = new URL(path, root)
    mkdirSync(dirname(fileURLToPath(file)), { recursive: true })
    writeFileSync(file, files.get(path))
  }
}

function isSame(path, content) {
  try {
    return readFileSync(new URL(path, root)).equals(Buffer.from(content))
  } catch {
    return false
  }
}
