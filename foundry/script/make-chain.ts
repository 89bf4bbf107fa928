// Makes the local chain of fixtures/chain: two vaults and 45 days of their life, the same bytes each time.
// Run: npm run chain (writes) or npm run chain -- --check (compares, exit 1 when they differ).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeChain } from './chain.ts'

const folder = join(import.meta.dirname, '../../fixtures/chain')
/** Files about the chain that `scripts/fixture/finality.mjs` makes. */
const later = new Set(['beacon.json', 'finality.json'])
const chain = await makeChain()

if (process.argv.includes('--check')) {
  const differing = [...chain].filter(([name, bytes]) => !isSame(join(folder, name), bytes))
  const stale = filesOf(folder).filter((name) => !chain.has(name))
  for (const [name] of differing)
    console.error(`fixtures/chain/${name} is not what the script makes`)
  for (const name of stale) console.error(`fixtures/chain/${name} is not made by the script`)
  const isDone = differing.length + stale.length === 0
  if (isDone) console.error(`fixtures/chain: ${chain.size} files are what the script makes`)
  process.exit(isDone ? 0 : 1)
}

for (const name of filesOf(folder)) rmSync(join(folder, name))
for (const [name, bytes] of chain) {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, bytes)
  console.error(`wrote fixtures/chain/${name}, ${bytes.length} bytes`)
}

function isSame(file: string, bytes: Uint8Array): boolean {
  return existsSync(file) && readFileSync(file).equals(bytes)
}

/** Files of the chain itself; none where the folder is missing. */
function filesOf(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .filter((name) => !later.has(name))
}
