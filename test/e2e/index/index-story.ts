import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../program.ts'

/** The environment of a database with the vaults of the local chain. */
export type Story = Readonly<Record<string, string>>

const vaults = [
  ['eth', 'Local ETH'],
  ['usd', 'Local USD'],
] as const

/** Prices that the local chain's own oracle tells. */
const prices = `prices:
${['0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a', '0x5D0285265a5ad9c4500F9ca511B67b6917F1b7b1']
  .map(
    (asset) =>
      `  - { chain: local, asset: '${asset}', per: usd, sources: [{ oracle: '0x1c36650B50453559279c608Ea6d41F7cEa714540' }] }`,
  )
  .join('\n')}
`

/** Adds the two vaults with all trees that they ever had, as a person would. */
export function tellStory(folder: string): Story {
  const PRICES_FILE = join(folder, 'prices.yaml')
  writeFileSync(PRICES_FILE, prices)
  const env = { VAULTWRIGHT_DATA_DIR: folder, PRICES_FILE }
  const definitions = join(root, 'fixtures/definitions')
  const steps = [
    ['db', 'migrate'],
    ['tenant', 'create', 'acme'],
    ...vaults.flatMap(([key, name]) => {
      const lock = join(definitions, 'vaultwright.lock.json')
      const push = (tree: string, strategist: string) => {
        const file = join(root, `fixtures/chain/trees/local-${key}-${tree}.json`)
        return ['tree', 'push', file, '--vault', name, '--strategist', strategist, '--quiet']
      }
      return [
        ['vault', 'add', join(definitions, `local-${key}.yaml`), '--lock', lock],
        ...['main-1', 'main-2', 'main-3'].map((tree) => push(tree, 'main')),
        push('lending', 'lending'),
        ...(key === 'eth' ? [push('trader', 'trader')] : []),
      ]
    }),
  ]
  for (const words of steps) {
    const { code, err } = run(words, { env })
    if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`)
  }
  return env
}
