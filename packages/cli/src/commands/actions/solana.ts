import { svmConstraintsAt, svmManifestAt } from '@vaultwright/operations'
import type { SvmDefinition, SvmManifestAction } from '@vaultwright/svm-builder'
import { wireActionOf, wireManifestOf } from '@vaultwright/wire'
import { onSolana } from '../../input/solana/node.ts'
import { type Answer, type Context, type Json, yes } from '../../terminal/context.ts'
import { printAction, printManifest } from './manifest.ts'

type ManifestOptions = { readonly 'rpc-url': readonly string[] }

/** Lists what the digests of a node let the strategist of a Solana vault do. */
export async function answerSolanaActions(
  definition: SvmDefinition,
  options: ManifestOptions,
  context: Context,
): Promise<Answer> {
  const { genesisHash } = definition
  const node = { 'rpc-url': options['rpc-url'], 'genesis-hash': undefined }
  const { manifest } = await onSolana(node, { context, genesisHash }, (port) =>
    svmManifestAt(port, definition),
  )
  const actions = Object.fromEntries(
    Object.entries(manifest).map(([route, action]) => [route, certain(action)]),
  )
  return {
    json: () => wireManifestOf(actions) as Json,
    text: (style) => printManifest(actions, style),
    exit: yes,
  }
}

/** Shows one action of a Solana vault, and which of its choices go together. */
export async function answerSolanaAction(
  definition: SvmDefinition,
  options: ManifestOptions & { readonly route: string },
  context: Context,
): Promise<Answer> {
  const { route } = options
  const { genesisHash } = definition
  const node = { 'rpc-url': options['rpc-url'], 'genesis-hash': undefined }
  const answer = await onSolana(node, { context, genesisHash }, (port) =>
    svmConstraintsAt(port, definition, route),
  )
  const action = certain(answer.action)
  const { constraints } = answer
  return {
    json: () => ({ route, action: wireActionOf(action) as Json, constraints: constraints as Json }),
    text: (style) => printAction(route, { action, constraints }, style),
    exit: yes,
  }
}

/** The accounts of a digest are exact: an action is permitted or is not in the manifest. */
function certain(action: SvmManifestAction) {
  return { ...action, isPossible: false }
}
