// Writes the kernels of keccak-256 and of the hex codec: `node scripts/build-kernel.mjs`.
// A test builds them again and compares, so a change in `assembly` must be followed by this.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printJsKernel } from '../packages/merkle/assembly/kernel-js.mjs'

const root = new URL('..', import.meta.url)

/**
 * Builds every generated kernel.
 *
 * @returns {Promise<Record<string, string>>} text by path from the root of the repository.
 */
export async function buildKernels() {
  return {
    'packages/merkle/src/kernel-js.generated.ts': printJsKernel(),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(await buildKernels())) {
    const file = new URL(path, root)
    let before = null
    try {
      before = readFileSync(file, 'utf8')
    } catch {}
    if (before !== text) writeFileSync(file, text)
    process.stdout.write(`${before === text ? 'unchanged' : 'written  '} ${path} ${text.length}\n`)
  }
}
