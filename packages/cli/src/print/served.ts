import type { BlockRef, LocalManifest } from '@vaultwright/chain'
import type { Json } from '../answer.ts'
import { exampleCalls, usablePath } from '../local-folder.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTime } from './time.ts'

/** A chain that listens. */
export type Served = {
  readonly url: string
  readonly chainId: number
  readonly head: BlockRef
  readonly version: string
  /** What is forked, as it may be shown; null when nothing is. */
  readonly forkOf: 'the local chain' | 'another node' | null
  /** The local chain's folder and what stands on it; null on a fork of another node. */
  readonly local: { readonly folder: string; readonly manifest: LocalManifest } | null
}

/** Turns a chain that listens into what `--json` shows. */
export function servedJsonOf(served: Served): Json {
  const { url, chainId, head, version, forkOf, local } = served
  return {
    ...{ url, chainId, version, forkOf },
    head: { number: head.number, hash: head.hash, timestamp: head.timestamp },
    accounts: local?.manifest.accounts ?? [],
    vaults: vaultsOf(local),
    contracts: local?.manifest.contracts ?? {},
    example: exampleOf(served),
  } as Json
}

/** Prints a chain that listens for a person. */
export function* printServed(served: Served, ink: Ink): Iterable<string> {
  const { url, chainId, head, version, forkOf, local } = served
  const time = printTime(head.timestamp)
  yield `${ink.green('ready')}  ${ink.bold(url)}\n\n`
  yield* printPairs(
    [
      ['chain', `${chainId}${forkOf === null ? '' : `, a fork of ${forkOf}`}`],
      ['head', `block ${head.number}, ${time}`],
      ['node', version],
    ],
    ink,
  )
  for (const { strategists, ...vault } of vaultsOf(local)) {
    yield `\n${ink.cyan(vault.name)}\n`
    const { name: _, kind, ...contracts } = vault
    yield* printPairs(
      Object.entries(contracts).map(([name, address]) => [
        name,
        name === 'accountant' ? `${address} (${kind})` : address,
      ]),
      ink,
    )
    yield* printTable(
      [{ title: 'strategist' }, { title: 'address' }, { title: 'root' }, { title: 'tree' }],
      strategists.map(({ name, address, root, tree }) => [name, address, root, tree]),
      ink,
    )
  }
  if (local !== null) {
    yield `\n${ink.cyan('accounts')}  ${ink.yellow('known to everybody: never send them anything of worth')}\n`
    yield* printTable(
      [{ title: 'name' }, { title: 'address' }, { title: 'private key' }],
      local.manifest.accounts.map(({ name, address, privateKey }) => [name, address, privateKey]),
      ink,
    )
    yield `\n${ink.cyan('try in another terminal')}\n${exampleOf(served)}\n`
  }
  yield `\n${ink.dim('Ctrl-C ends it; nothing stays.')}\n`
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

/** A command that simulates a rebalance of the first vault. */
function exampleOf({ url, local }: Served): string | null {
  const strategist = local?.manifest.vaults[0]?.strategists[0]
  if (local === null || strategist === undefined) return null
  const tree = usablePath(local.folder, strategist.tree)
  const calls = exampleCalls(local.folder)
  return `npx vaultwright simulate --calls ${calls} --tree ${tree} --from ${strategist.address} --rpc-url ${url}`
}
