import { type Chain, endpointsOf } from '@vaultwright/chain'
import { readVaults, type Synced } from '@vaultwright/operations'
import type { Vault } from '@vaultwright/store'
import { tenantMeant, withStore } from '../../admin/open.ts'
import { tenantOptions, withoutUrl } from '../../admin/option.ts'
import { chainMeant, vaultMeant } from '../../admin/vault.ts'
import { defineCommand, list, text, type ValuesOf } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { nodeHint } from '../../input/chain.ts'
import { nodeOptions } from '../../input/node-option.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable, printTimeOrNull } from '../../terminal/table.ts'

const syncOptions = {
  ...tenantOptions,
  chain: text('Only this chain; else each that has a node', 'name'),
  'rpc-url': list('Nodes of that chain; else <CHAIN>_RPC_URL of the environment', 'url'),
  agreement: nodeOptions.agreement,
}

export const command = defineCommand({
  name: 'vault sync',
  summary: "Record the roots that a vault's Manager has on chain",
  describe:
    'Records the roots that the Manager of a vault has on chain: every root change since the vault was deployed, read from its events. A pushed tree is pending until then; the API builds with active roots. Safe to repeat; run it after every root change.',
  positionals: { vault: { describe: 'Name or address of the vault' } },
  options: syncOptions,
  without: withoutUrl,
  examples: [
    ["vault sync 'Local ETH'", 'With the nodes of the environment, as in MAINNET_RPC_URL'],
    ['vault sync 0x… --chain base --rpc-url https://…', 'This chain, by this node'],
  ],
  run: async (args, context) => {
    const answer = await answerSync(args, context)
    return {
      json: () => syncedJsonOf(answer),
      text: (style) => printSynced(answer, style),
      exit: yes,
    }
  },
})

type SyncOptions = ValuesOf<typeof syncOptions> & { readonly vault: string }

type SyncedVault = { readonly vault: Vault; readonly synced: readonly Synced[] }

/** Records the roots of the vault that a person means. */
export async function answerSync(options: SyncOptions, context: Context): Promise<SyncedVault> {
  const { onChain, syncVault } = await import('../../input/node.ts')
  return withStore(options, context, async (store) => {
    const tenant = await tenantMeant(store, options.tenant)
    const vault = vaultMeant(await readVaults(store, tenant.id), options.vault)
    const target = { store, tenantId: tenant.id }
    const synced: Synced[] = []
    let syncedVault = vault
    for (const slug of slugsOf(options, vault, context)) {
      const { 'rpc-url': urls, agreement } = options
      const node = { 'rpc-url': urls, agreement, chain: slug, block: undefined }
      const work = (chain: Chain) => syncVault(target, syncedVault, { slug, chain })
      const answer = await onChain(node, context, work)
      synced.push(answer)
      syncedVault = answer.vault
    }
    return { vault: syncedVault, synced }
  })
}

/** Chains that are asked for, or else those that have a node. */
function slugsOf(options: SyncOptions, vault: Vault, { config }: Context): readonly string[] {
  const chains = vault.deployments.map(({ chain }) => chain)
  if (options.chain !== undefined || options['rpc-url'].length > 0) {
    return [chainMeant({ name: vault.name, chains }, options.chain)]
  }
  const served = chains.filter((chain) => endpointsOf(chain, config.rpcUrls).length > 0)
  if (served.length > 0) return served
  throw new UsageError(`No chain of ${vault.name} has a node. ${nodeHint(chains)}`)
}

function syncedJsonOf({ vault, synced }: SyncedVault): Json {
  return {
    vault: vault.address,
    chains: synced.map(({ chain, events, active }) => ({
      chain,
      events,
      active: active.map(({ strategist, root, setAtUnix, leafCount }) => ({
        strategist,
        root,
        setAt: printTimeOrNull(setAtUnix),
        hasTree: leafCount !== null,
      })),
    })),
  }
}

function* printSynced({ vault, synced }: SyncedVault, style: TextStyle): Iterable<string> {
  for (const { chain, events, active } of synced) {
    yield `${style.bold(`${vault.name} on ${chain}`)}: ${events} settings of roots\n`
    const names = vault.deployments.find((one) => one.chain === chain)?.strategists ?? []
    const titles = ['strategist', 'active root', 'since', 'tree'].map((title) => ({ title }))
    const rows = active.map(({ strategist, root, setAtUnix, leafCount }) => [
      names.find(({ address }) => address === strategist)?.name ?? strategist,
      root,
      printTimeOrNull(setAtUnix) ?? 'not known',
      leafCount === null ? 'not stored: vaultwright tree push' : `${leafCount} leaves`,
    ])
    yield* printTable(titles, rows, style)
  }
}
