import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import { artifactPathOf } from '../../fork/artifact.ts'
import type { Market, MarketDecoder } from '../market/market.ts'
import { realFolder, takePackage } from '../package/package-store.ts'
import { type RealPackageName, realPackageOf } from '../package/real-package.ts'
import { deployBase, deployOwn, deployVault } from './base.ts'
import { openRealChain, type RealChain } from './real-chain.ts'

/** Markets of real contracts around a vault, on a node of its own. */
export type RealWorld = {
  readonly chain: RealChain
  /** Why a market is not there, by its protocol. */
  readonly missing: ReadonlyMap<string, string>
  /** Runs work and undoes it. */
  readonly undone: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly close: () => Promise<void>
}

const basePackages = ['@openzeppelin/contracts', '@uniswap/v2-periphery'] as const
// Later forks keep block hashes in the state, and earlier ones have no transient storage.
const nodeArguments = [
  '--hardfork',
  'cancun',
  '--gas-limit',
  '300000000',
  '--timestamp',
  '1767225600',
  // Contracts that act here have no coins for gas.
  '--base-fee',
  '0',
  // A facet of Pendle's router is larger as its package has it than as it is deployed.
  '--disable-code-size-limit',
]

/**
 * Deploys markets, or loads them as an earlier run left them: the same packages, sources and contracts are the same
 * world.
 *
 * @param take - where packages come from.
 * @throws {Error} when what every market stands on is missing.
 */
export async function openRealWorld(
  markets: readonly Market[],
  take: typeof takePackage = takePackage,
): Promise<RealWorld> {
  const missing = new Map<string, string>()
  for (const name of basePackages) {
    const taken = await takePackage(name)
    if ('missing' in taken) throw new Error(taken.missing)
  }
  for (const market of markets) {
    const reason = await whyMissing(market, take)
    if (reason !== null) missing.set(market.protocol, reason)
  }
  const present = markets.filter(({ protocol }) => !missing.has(protocol))
  const file = join(realFolder, 'world', `${await keyOf(present)}.json`)
  const chain = existsSync(file) ? await loadWorld(file) : await makeWorld(present, file)
  const undone: RealWorld['undone'] = async (work) => {
    const snapshot = await chain.ask('evm_snapshot')
    try {
      return await work()
    } finally {
      await chain.ask('evm_revert', snapshot)
    }
  }
  return { chain, missing, undone, close: chain.anvil.close }
}

async function whyMissing(
  { real, needs = [] }: Market,
  take: typeof takePackage,
): Promise<string | null> {
  for (const name of [real, ...needs]) {
    const taken = await take(name)
    if ('missing' in taken) return taken.missing
  }
  return null
}

/** Everything that decides what the world is. */
async function keyOf(markets: readonly Market[]): Promise<string> {
  const hash = createHash('sha256')
  const names = new Set<RealPackageName>([
    ...basePackages,
    ...markets.flatMap(({ real, needs = [] }) => [real, ...needs]),
  ])
  for (const name of names) hash.update(JSON.stringify(realPackageOf(name)))
  const folder = join(import.meta.dirname, '..')
  const sources = globSync(['{world,market,source}/**/*.{ts,sol}'], { cwd: folder }).sort()
  for (const source of sources) hash.update(readFileSync(join(folder, source)))
  const decoders = decodersOf(markets).map(({ contract }) => contract)
  for (const name of ['Vault', 'Manager', 'RolesAuthority', ...decoders])
    hash.update(readFileSync(await artifactPathOf(name)))
  hash.update(JSON.stringify(markets.map(({ protocol }) => protocol)))
  return hash.digest('hex').slice(0, 24)
}

async function makeWorld(markets: readonly Market[], file: string): Promise<RealChain> {
  const anvil = await openAnvil({ arguments: nodeArguments, timeoutMs: 600_000 })
  try {
    const chain = await openRealChain(anvil)
    await deployBase(chain)
    for (const market of markets) await market.deploy(chain)
    await deployVault(chain)
    for (const { contract, args = () => [] } of decodersOf(markets)) {
      if (!chain.names.has(contract)) {
        await deployOwn(chain, { name: contract, args: await args(chain) })
      }
    }
    const dump = (await chain.ask('anvil_dumpState')) as Hex
    const state = JSON.parse(gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString())
    mkdirSync(join(file, '..'), { recursive: true })
    // Written whole or not at all: another process may look for it.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, JSON.stringify(state))
    writeFileSync(`${draft}.names`, JSON.stringify(Object.fromEntries(chain.names)))
    renameSync(`${draft}.names`, `${file}.names`)
    renameSync(draft, file)
    return chain
  } catch (error) {
    await anvil.close()
    throw error
  }
}

async function loadWorld(file: string): Promise<RealChain> {
  const names = JSON.parse(readFileSync(`${file}.names`, 'utf8')) as Record<string, Address>
  const anvil = await openAnvil({ arguments: nodeArguments, loadState: file, timeoutMs: 600_000 })
  const chain = await openRealChain(anvil, names)
  const { timestamp } = (await chain.ask('eth_getBlockByNumber', 'latest', false)) as {
    timestamp: Hex
  }
  await chain.ask('evm_setTime', Number(timestamp) + 12)
  return chain
}

function decodersOf(markets: readonly Market[]): readonly MarketDecoder[] {
  return markets.flatMap(({ decoders }) => decoders)
}
