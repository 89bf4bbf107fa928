import { permissionsOf, type SvmDefinition, type SvmPlanEntry } from '@vaultwright/svm-builder'
import {
  isSolanaNodeWanted,
  onSolana,
  type SolanaEndpointOptions,
} from '../../input/solana/node.ts'
import { permissionText, planEntryJsonOf, printPlanEntries } from '../../print/solana/plan-entry.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

/** Checks the definition of a Solana vault: its digests offline, and with a node which of them exist. */
export async function answerSolanaCheck(
  definition: SvmDefinition,
  options: SolanaEndpointOptions,
  context: Context,
): Promise<Answer> {
  const plan = isSolanaNodeWanted({ ...options, chain: undefined })
    ? await planAtNode(definition, options, context)
    : null
  const ok = plan === null || plan.entries.every(({ status }) => status.kind === 'exists')
  return {
    json: () => ({
      ok,
      name: definition.name,
      vault_address: definition.vault,
      slot: plan === null ? null : Number(plan.slot),
      permissions: plan === null ? offlineJsonOf(definition) : plan.entries.map(planEntryJsonOf),
    }),
    text: (style) =>
      plan === null ? printOffline(definition, style) : printOnline(definition, plan, style),
    exit: () => (ok ? 0 : 1),
  }
}

async function planAtNode(
  definition: SvmDefinition,
  options: SolanaEndpointOptions,
  context: Context,
) {
  const { planSvmDigests } = await import('@vaultwright/operations')
  const { genesisHash } = definition
  return onSolana(options, { context, genesisHash }, (node) =>
    planSvmDigests(node, definition, { prune: false, squads: null }),
  )
}

function offlineJsonOf(definition: SvmDefinition): Json {
  return permissionsOf(definition).map(
    ({ route, subAccount, texts, digestHex, digestAddress }) => ({
      action: route,
      sub_account: subAccount,
      params: texts,
      cpi_digest: digestHex,
      cpi_digest_address: digestAddress,
    }),
  )
}

function* printOffline(definition: SvmDefinition, style: TextStyle): Iterable<string> {
  const permissions = permissionsOf(definition)
  const { name, vault } = definition
  yield `${style.green('sound')}  ${style.bold(printSafely(name))}  ${permissions.length} permissions of ${vault}\n`
  for (const permission of permissions) {
    yield `       ${printSafely(permissionText(permission))}\n`
    yield style.dim(`       digest ${permission.digestHex} at ${permission.digestAddress}\n`)
  }
}

type Entries = { readonly slot: bigint; readonly entries: readonly SvmPlanEntry[] }

function* printOnline(
  { name }: SvmDefinition,
  { slot, entries }: Entries,
  style: TextStyle,
): Iterable<string> {
  yield `${style.bold(printSafely(name))}  ${style.dim(`digests at slot ${slot}`)}\n`
  yield* printPlanEntries(entries, style)
  const count = entries.filter(({ status }) => status.kind === 'exists').length
  const all = entries.length
  yield count === all
    ? `\n${style.green('Yes:')} all ${all} digests exist.\n`
    : `\n${style.red('No:')} ${count} of ${all} digests exist as the definition has them. solana plan makes the transactions.\n`
}
