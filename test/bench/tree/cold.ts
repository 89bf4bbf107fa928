import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printSolidity } from '@vaultwright/formats'
import type { Figure } from '../figure.ts'
import { assertEqual, measure } from '../measure.ts'
import { spreadTree } from './permission.ts'

type ColdSize = { readonly leaves: number; readonly rounds: number }

export const sizes = {
  full: { leaves: 923, rounds: 25 },
  tiny: { leaves: 102, rounds: 1 },
} as const satisfies Record<string, ColdSize>

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url))
const hook = fileURLToPath(new URL('../../e2e/start/loaded.mjs', import.meta.url))

/**
 * `vaultwright tree root` in a process of its own on a file that no process read before, beside a Node that does
 * nothing; its ratio is ours over that. And the files of code that it loads.
 */
export async function benchCold({ leaves, rounds }: ColdSize): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-cold-'))
  try {
    const turns = Array.from({ length: rounds + 1 }, (_, turn) => {
      const file = spreadTree(turn, leaves)
      const path = join(folder, `${turn}.json`)
      writeFileSync(path, printSolidity(file))
      return { path, root: file.metadata.root, slots: file.metadata.capacity }
    })
    const { ours, node } = await measure(
      {
        ours: (turn) => {
          const { path, root } = turns[turn]!
          assertEqual('tree root', `${root}\n`, run([program, 'tree', 'root', path]).stdout)
        },
        node: () => run(['-e', '']),
      },
      rounds,
    )
    const name = `cold-${turns[0]!.slots}`
    const loaded = run(['--import', hook, program, 'tree', 'root', turns[0]!.path]).stderr
    const files = loaded.split('\n').filter((line) => line.startsWith('loaded ')).length
    const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
    return [
      { name, peer: 'node', unit: 'ms', ours, theirs: node, ratio: ours / node, fresh: true },
      { ...alone, name: `${name}-files`, unit: 'count', ours: files },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(args: readonly string[]) {
  const ended = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (ended.status !== 0)
    throw new Error(`${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`)
  return ended
}
