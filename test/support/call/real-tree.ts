import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { canRun } from '../skip-unless.ts'

/**
 * Trees in use that the repository cannot hold: name here, bytes, SHA-256. Any folder that holds these very files,
 * under whatever names, serves: REAL_TREES names it.
 */
const rows = [
  [
    'arbitrum-multichain-test.json',
    489091,
    'ad3d12b3d41b1a321b10d522b7bd66455e32ce044b829b286a549256d1f3c80d',
  ],
  [
    'base-bridging-test.json',
    116771,
    '1b97e7d5a67298e96920911d22c2383dbead6110852b82fc4770de4b916e1ebe',
  ],
  [
    'ethereum-bridging-test.json',
    49026,
    '85c60c261ba7d111127f1f4d0284e5279e5d8e69c3dfdb72ce476f539d475294',
  ],
  [
    'ethereum-etherfi-btc.json',
    102608,
    'e1a3e72b3d212d879a63aee68eaa52ec1f6ba2a02bab22e094a357637da1a828',
  ],
  [
    'ethereum-liquid-eth.json',
    943075,
    '7fdd0d475f9050923bad678ab8779a76f61f6806f0ed3ab09398d9c154a90b90',
  ],
  [
    'ethereum-liquid-usd-sniper.json',
    2523,
    'fd877459ebd32f845eb4f86ef4f5218a76bb20945f8d924c6583a8c2d1afb118',
  ],
  [
    'ethereum-liquid-usd.json',
    1651896,
    'eb4471a72009087a92345a92ffc8cdf67223a4a77b87dd091f9cff98b96d2e97',
  ],
  [
    'ethereum-lombard.json',
    433455,
    'b7827c3bba1c4105bcf59b311d30342fe47a0d84ba1b7651bc0cd27c94a87373',
  ],
  [
    'ethereum-sbtcn-raw.json',
    44429,
    '0e0a1cc87a71c05763b8e8f8bf3a5154c12387fe02f75bd3c903d92e24fef750',
  ],
  [
    'ethereum-staked-ethfi.json',
    23972,
    '1ae8c75f1cfd9e8f02961ff26e8ecf0bb91945076af56cb49c392628531df411',
  ],
  [
    'ethereum-test-raw.json',
    37626,
    '4ee4e757a633d9e71ad72d4e84d6052028f3c29c2f39e4eeb3a5dbf7dc47bf5f',
  ],
  [
    'optimism-liquid-eth.json',
    232272,
    '579362e1d0cda0840cd14980c2f91c4c2f9f9d90c827c7f9b80ee388655acd12',
  ],
] as const

/** Names of the real trees, present or not: what is absent is counted as skipped. */
export const realTreeNames: readonly string[] = rows.map(([name]) => name)

const folder = resolve(
  process.env.REAL_TREES ?? resolve(import.meta.dirname, '../../../../shared/data/trees'),
)

const paths = pathsIn(folder)

/** True if every real tree is there, byte for byte. */
export const hasRealTrees: boolean = canRun(
  paths.size === rows.length,
  `${rows.length - paths.size} of ${rows.length} real trees are not in ${folder}; REAL_TREES names a folder that has them`,
)

/** Reads a real tree. */
export function readRealTree(name: string): Buffer {
  return readFileSync(realTreePath(name))
}

/** @throws {Error} when the tree is not there. */
export function realTreePath(name: string): string {
  const path = paths.get(name)
  if (path === undefined) throw new Error(`${name} is not in ${folder}.`)
  return path
}

/** Finds the trees by their bytes; files of another size are not read. */
function pathsIn(place: string): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  if (!existsSync(place)) return places
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(entry.parentPath, entry.name)
    const { size } = statSync(path)
    const alike = rows.filter(([, bytes]) => bytes === size)
    if (alike.length === 0) continue
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
    const row = alike.find(([, , sha256]) => sha256 === digest)
    if (row !== undefined) places.set(row[0], path)
  }
  return places
}
