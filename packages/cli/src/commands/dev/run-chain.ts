import {
  type Anvil,
  AnvilExitError,
  type LocalManifest,
  openAnvil,
  openChain,
  openHttpRpc,
  openLocalChain,
} from '@vaultwright/chain'
import { chainIdIn, type FalseSlot, writeFalseSlot } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import {
  announceReady,
  assertNoFile,
  assertPort,
  PortTakenError,
  reportedAnswer,
  type ServiceOptions,
  untilInterrupted,
} from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTime } from '../../terminal/table.ts'
import { exampleCalls, localChainFolder, usablePath } from './demo-files.ts'

type ServeOptions = ServiceOptions & {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly fork: boolean
  readonly 'fork-url': string | undefined
  readonly lying: boolean
}

type Running = { readonly anvils: readonly Anvil[]; readonly served: Served }

const defaultPort = 8545
/** Of a node that lies, so that it stands beside the true one. */
const lyingPort = 8546
const likeLocal = ['--hardfork', 'cancun', '--gas-limit', '100000000']

/** Starts the local chain or a fork, says so when it is ready, and keeps it until the interrupt. */
export async function serveChain(options: ServeOptions, context: Context): Promise<Answer> {
  assertNoFile(options, 'dev chain')
  const { anvils, served } = await start(options, context.signal)
  try {
    const ready = {
      json: () => servedJsonOf(served),
      text: (style: TextStyle) => printServed(served, style),
    }
    announceReady(ready, options, context)
    const ends = anvils.map(({ gone }) => gone.then((error) => Promise.reject(error)))
    await untilInterrupted(context.signal, Promise.race(ends)).catch((error: unknown) => {
      if (!context.signal.aborted) throw error
    })
  } finally {
    await closeAll(anvils)
  }
  return reportedAnswer
}

async function start(options: ServeOptions, signal: AbortSignal): Promise<Running> {
  const { host = '127.0.0.1', fork, lying } = options
  const { port = lying ? lyingPort : defaultPort } = options
  const forkUrl = options['fork-url']
  assertPort(port, 'port')
  const sources = [fork && '--fork', forkUrl !== undefined && '--fork-url', lying && '--lying']
  const several = sources.filter((name) => name !== false)
  if (several.length > 1) {
    throw new UsageError(`${several.join(' and ')} are given. Give one of them.`)
  }
  const place = { port, host, signal }
  const anvils: Anvil[] = []
  try {
    if (forkUrl !== undefined) {
      const chainId = await readChainId(forkUrl)
      anvils.push(await openAnvil({ ...place, forkUrl, chainId }))
      const fork = { forkOf: 'another node', local: null, lie: null } as const
      return { anvils, served: await servedBy(anvils[0]!, fork) }
    }
    const folder = localChainFolder()
    // A block of a node that lies would have a hash of its own, and the lie would follow from it.
    const still = lying ? { ...place, arguments: ['--no-mining'] } : place
    const { anvil, manifest } = await openLocalChain(folder, fork ? { signal } : still)
    anvils.push(anvil)
    const local = { folder, manifest }
    const { chainId } = manifest
    if (!fork) {
      const chain = await openChain(anvil.rpc, { id: chainId })
      const lie = lying ? await writeFalseSlot(chain, manifest) : null
      return { anvils, served: await servedBy(anvil, { forkOf: null, local, lie }) }
    }
    const forked = { ...place, forkUrl: anvil.url, chainId, arguments: likeLocal }
    anvils.unshift(await openAnvil(forked))
    const localFork = { forkOf: 'the local chain', local, lie: null } as const
    return { anvils, served: await servedBy(anvils[0]!, localFork) }
  } catch (error) {
    await closeAll(anvils)
    // Anvil ends with 1 whatever happened: only its own text says that the port is taken.
    const isTaken =
      error instanceof AnvilExitError && /in use|AddrInUse/i.test(String(error.facts.said))
    throw isTaken ? new PortTakenError(host, port, error) : error
  }
}

async function servedBy(
  anvil: Anvil,
  rest: Pick<Served, 'forkOf' | 'local' | 'lie'>,
): Promise<Served> {
  const [answer] = await anvil.rpc.ask([{ method: 'eth_chainId', params: [] }])
  const chainId = chainIdIn(answer)
  const chain = await openChain(anvil.rpc, { id: chainId })
  const { url, version } = anvil
  return { url, chainId, head: await chain.readBlock('latest'), version, ...rest }
}

async function readChainId(url: string): Promise<number> {
  const rpc = openHttpRpc({ endpoints: [url] })
  try {
    const [answer] = await rpc.ask([{ method: 'eth_chainId', params: [] }])
    return chainIdIn(answer)
  } finally {
    await rpc.close()
  }
}

/** The fork ends before what it forks. */
async function closeAll(anvils: readonly Anvil[]): Promise<void> {
  for (const anvil of anvils) await anvil.close()
}

type Served = {
  readonly url: string
  readonly chainId: number
  readonly head: BlockRef
  readonly version: string
  /** The source of the fork, as it may be shown; null if nothing is forked. */
  readonly forkOf: 'the local chain' | 'another node' | null
  /** The local chain's folder and what stands on it; null on a fork of another node. */
  readonly local: { readonly folder: string; readonly manifest: LocalManifest } | null
  /** The slot that the node shows with another word; null of a node that does not lie. */
  readonly lie: FalseSlot | null
}

function servedJsonOf(served: Served): Json {
  const { url, chainId, head, version, forkOf, local, lie } = served
  return {
    url,
    chainId,
    version,
    forkOf,
    lie,
    head: { number: head.number, hash: head.hash, timestamp: head.timestamp },
    accounts: local?.manifest.accounts ?? [],
    vaults: vaultsOf(local),
    contracts: local?.manifest.contracts ?? {},
    example: exampleOf(served),
  } as Json
}

function* printServed(served: Served, style: TextStyle): Iterable<string> {
  const { url, chainId, head, version, forkOf, local, lie } = served
  const time = printTime(head.timestamp)
  yield `${style.green('ready')}  ${style.bold(url)}\n\n`
  yield* printPairs(
    [
      ['chain', `${chainId}${forkOf === null ? '' : `, a fork of ${forkOf}`}`],
      ['head', `block ${head.number}, ${time}, ${head.hash}`],
      ['node', version],
    ],
    style,
  )
  if (lie !== null) yield* printLie(lie, style)
  for (const { strategists, ...vault } of vaultsOf(local)) {
    yield `\n${style.cyan(vault.name)}\n`
    const { name: _, kind, ...contracts } = vault
    yield* printPairs(
      Object.entries(contracts).map(([name, address]) => [
        name,
        name === 'accountant' ? `${address} (${kind})` : address,
      ]),
      style,
    )
    yield* printTable(
      [{ title: 'strategist' }, { title: 'address' }, { title: 'root' }, { title: 'tree' }],
      strategists.map(({ name, address, root, tree }) => [name, address, root, tree]),
      style,
    )
  }
  if (local !== null) {
    yield `\n${style.cyan('accounts')}  ${style.yellow('publicly known: never send them anything of worth')}\n`
    yield* printTable(
      [{ title: 'name' }, { title: 'address' }, { title: 'private key' }],
      local.manifest.accounts.map(({ name, address, privateKey }) => [name, address, privateKey]),
      style,
    )
    yield `\n${style.cyan('try in another terminal')}\n${exampleOf(served)}\n`
    if (lie !== null) yield `${exampleOf(served)} --engine proven\n`
  }
  yield `\n${style.dim('Ctrl-C ends it; nothing stays.')}\n`
}

function* printLie(lie: FalseSlot, style: TextStyle): Iterable<string> {
  yield `\n${style.red('this node lies')}  about one slot of the Manager of ${lie.vault}; its blocks and their hashes are the true ones\n`
  yield* printPairs(
    [
      ['account', lie.account],
      ['slot', `${lie.slot}, the root of ${lie.strategist}`],
      ['on chain', lie.truth],
      ['shown', lie.shown],
    ],
    style,
  )
}

function vaultsOf(local: Served['local']) {
  if (local === null) return []
  const { folder, manifest } = local
  return manifest.vaults.map(({ name, vault, manager, accountant, teller, strategists }) => ({
    name,
    vault,
    manager,
    accountant: accountant.address,
    kind: accountant.kind,
    teller,
    strategists: strategists.map((one) => ({ ...one, tree: usablePath(folder, one.tree) })),
  }))
}

/** A command that simulates a rebalance of the first vault; on a node that lies, as the one whom the lie permits it. */
function exampleOf({ url, local, lie }: Served): string | null {
  const strategist = local?.manifest.vaults[0]?.strategists[0]
  if (local === null || strategist === undefined) return null
  const tree = usablePath(local.folder, strategist.tree)
  const calls = exampleCalls(local.folder)
  const from = lie?.strategist ?? strategist.address
  return `npx vaultwright simulate --calls ${calls} --tree ${tree} --from ${from} --rpc-url ${url}`
}
