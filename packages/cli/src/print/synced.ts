import type { SyncedVault } from '../admin/sync.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printTable } from './table.ts'
import { printTimeOrNull } from './time.ts'

/** Turns what was recorded of a vault into what `--json` shows. */
export function syncedJsonOf({ vault, synced }: SyncedVault): Json {
  return {
    vault: vault.address,
    chains: synced.map(({ chain, events, active }) => ({
      ...{ chain, events },
      active: active.map(({ strategist, root, setAtUnix, leafCount }) => ({
        ...{ strategist, root, setAt: printTimeOrNull(setAtUnix), hasTree: leafCount !== null },
      })),
    })),
  }
}

/**
 * Prints what was recorded of a vault for a person.
 *
 * @returns the lines; roots without a stored tree are marked, for nothing can be built with them.
 */
export function* printSynced({ vault, synced }: SyncedVault, ink: Ink): Iterable<string> {
  for (const { chain, events, active } of synced) {
    yield `${ink.bold(`${vault.name} on ${chain}`)}: ${events} settings of roots\n`
    const names = vault.deployments.find((one) => one.chain === chain)?.strategists ?? []
    const titles = ['strategist', 'active root', 'since', 'tree'].map((title) => ({ title }))
    const rows = active.map(({ strategist, root, setAtUnix, leafCount }) => [
      names.find(({ address }) => address === strategist)?.name ?? strategist,
      root,
      printTimeOrNull(setAtUnix) ?? 'not known',
      leafCount === null ? 'not stored: vaultwright tree push' : `${leafCount} leaves`,
    ])
    yield* printTable(titles, rows, ink)
  }
}
