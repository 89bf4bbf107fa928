import { BaseError, type Hex } from '@vaultwright/base'
import type { PackedTree, TextDifference } from '@vaultwright/formats'
import type { RootEntry } from '@vaultwright/store'
import { actorOf, defineRoute, type RouteRequest } from '../../answer/route.ts'
import { isKnownTag } from '../../cache/entity-tag.ts'
import { treePushedOf } from '../../present/root.ts'
import { readAddress } from '../../request/vault-path.ts'
import { resultOf } from '../../worker/thread-failure.ts'
import { compareTrees, packTreeText } from '../../worker/tree-task.ts'
import { readTreeText } from '../../worker/tree-text.ts'

type TreeRequest = Pick<RouteRequest<'getTree'>, 'params' | 'caller' | 'context' | 'headers'>

/** A tree on chain never changes; it is of one tenant, so no shared cache may hold it. */
const immutableCaching = 'private, max-age=31536000, immutable'

/** 4.13: the tree of a root that is or was on a Manager. */
export const getTree = defineRoute('getTree', (request) =>
  answerTree(request, { state: 'onchain', caching: immutableCaching }),
)

/** 4.14: the tree of a root that is not on a Manager yet; it may be at any time. */
export const getPendingTree = defineRoute('getPendingTree', (request) =>
  answerTree(request, { state: 'pending', caching: 'private, no-cache' }),
)

/** Keeps a tree and makes its root pending. */
export const pushTree = defineRoute('pushTree', async (request) => {
  const { body, caller, context } = request
  const vault = readAddress(body.vault_address, ['body', 'vault_address'])
  const strategist = readAddress(body.strategist_address, ['body', 'strategist_address'])
  const tree = request.readTree === null ? packTreeText(body.tree) : resultOf(request.readTree)
  const push = { chain: body.chain, vault, strategist, tree }
  const pushed = await context.store.trees.pushPacked(caller.tenantId, push, actorOf(caller))
  const differences = await differencesOf(request, pushed.kept, tree)
  return { body: { data: treePushedOf({ ...pushed, differences }) } }
})

type TreeSource = { readonly state: RootEntry['state']; readonly caching: string }

/** Trees that are compared sooner than a thread is asked, in bytes. */
const smallBytes = 16_384

async function differencesOf(
  { caller: { tenantId }, context }: Pick<RouteRequest<'pushTree'>, 'caller' | 'context'>,
  kept: PackedTree | null,
  given: PackedTree,
): Promise<readonly TextDifference[]> {
  if (kept === null) return []
  const bytes = kept.body.length + given.body.length
  if (bytes <= smallBytes) return compareTrees({ kept, given })
  return context.pool.run('compareTrees', { kept, given }, { tenantId, bytes })
}

async function answerTree({ params, caller, context, headers }: TreeRequest, kind: TreeSource) {
  const root = readRootHash(params.root_hash)
  const { tenantId } = caller
  const state = await context.store.roots.stateOf(tenantId, root)
  if (state !== kind.state) throw new TreeNotFoundError(root, kind.state)
  const text = await readTreeText(context.store, context.pool, { tenantId, root })
  if (text === null) throw new TreeNotFoundError(root, kind.state)
  const answered = { etag: `"${root}"`, 'cache-control': kind.caching }
  const isKnown = isKnownTag(headers['if-none-match'], answered.etag)
  return isKnown
    ? ({ status: 304, headers: answered } as const)
    : ({ text, headers: answered } as const)
}

/**
 * Reads the root hash of a path.
 *
 * @throws {InvalidRootHashError} when it is anything else.
 */
export function readRootHash(text: string): Hex {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) throw new InvalidRootHashError(text)
  return `0x${text.slice(-64).toLowerCase()}`
}

/** The text is not a root hash. */
export class InvalidRootHashError extends BaseError {
  override readonly code = 'invalid_root_hash'
  override readonly kind = 'invalid_input'

  constructor(text: string) {
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message: `${JSON.stringify(shown)} is not a root hash. Give 64 hex digits, with 0x or without.`,
      facts: { rootHash: shown },
    })
  }
}

/** The tenant has no tree of a root in the state that is asked for; in any state where it is null. */
export class TreeNotFoundError extends BaseError {
  override readonly code = 'tree_not_found'
  override readonly kind = 'not_found'

  constructor(root: Hex, state: RootEntry['state'] | null) {
    super({ message: missingText(root, state), facts: { root } })
  }
}

function missingText(root: Hex, state: RootEntry['state'] | null): string {
  switch (state) {
    case null:
      return `No tree has the root ${root}. Push it first, or list the roots of a vault.`
    case 'onchain':
      return `No root ${root} is on a Manager. If it is not set yet, its tree is at /v1/trees/${root}/pending.`
    default:
      return `No root ${root} is pending. Once it is set on a Manager, its tree is at /v1/trees/${root}.`
  }
}
