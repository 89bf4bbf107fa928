import { spawnSync } from 'node:child_process'
import { measure } from './measure.mjs'

const path = (file) => new URL(`../../../${file}`, import.meta.url).pathname

/** A fresh process per run: `vaultwright tree root` on 1,024 leaves against a node that does nothing. */
export async function benchCold(rounds) {
  const run = (args) => () => {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const main = path('packages/cli/dist/main.js')
  const tree = path('fixtures/trees/example-1024.json')
  const medians = await measure(
    { node: run(['-e', '']), ours: run([main, 'tree', 'root', tree]) },
    rounds < 9 ? rounds : Math.max(rounds, 15),
  )
  const { node, ours } = medians
  return [{ name: 'cold-1024', peer: 'node', ratio: ours / node, ours, theirs: node }]
}
