import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { type KnownFacts, leafOf } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { expandStrategist, type Permit } from '../expand/expansion.ts'
import { leafKeyOf } from '../expand/leaf-key.ts'
import type { Definition, DefinitionPath } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import type { ChainDefinition, StrategistDefinition } from '../schema/definition-schema.ts'
import type { PermissionEntry } from '../schema/permission-schema.ts'
import { decoderDoubtsOf } from './decoder-doubt.ts'
import { type EntryDoubt, warningOf } from './value-doubt.ts'

/** The entries to check. */
export type EntryCheckContext = {
  readonly definition: Definition
  readonly chain: ChainDefinition
  readonly strategist: StrategistDefinition
  readonly knownFacts: KnownFacts
}

export type ExpandedEntry = {
  readonly entry: PermissionEntry
  readonly path: DefinitionPath
  readonly permits: readonly Permit[]
}

/**
 * Finds entries of one strategist that are probably mistakes, each with its place.
 *
 * @returns warnings: `unknown_token` of a token without a name, `repeated_permission` of an entry that permits
 *   what another one does, `undecoded_function` of an entry whose decoder lacks a function of its leaves.
 */
export function entryDoubtsOf(scope: EntryCheckContext): readonly Finding[] {
  const { chain, strategist, knownFacts } = scope
  const entries = strategist.permissions.map((entry, index): ExpandedEntry => {
    const alone = { ...strategist, permissions: [entry] }
    const names = createNameBook(chain)
    const { permits } = expandStrategist({ chain, strategist: alone, names, knownFacts })
    const path = ['chains', chain.key, 'strategists', strategist.name, 'permissions', index]
    return { entry, path, permits }
  })
  return [
    ...tokenDoubtsOf(entries, scope),
    ...repeatDoubtsOf(entries, scope),
    ...entries.flatMap((one) =>
      decoderDoubtsOf(one, chain).map((doubt) => placed(doubt, one.path, scope)),
    ),
  ]
}

/** An address that nothing knows may be a token of another chain, or a slip of the pen. */
function tokenDoubtsOf(
  entries: readonly ExpandedEntry[],
  scope: EntryCheckContext,
): readonly Finding[] {
  const keys = new Set<string>()
  return entries.flatMap(({ path, permits }) =>
    permits.flatMap(tokensOf).flatMap((token) => {
      if (keys.has(token.toLowerCase()) || isKnownToken(token, scope)) return []
      keys.add(token.toLowerCase())
      const message = `${token} stands for a token, but neither this file, the lock file nor the record of ${scope.chain.chain.name} knows it. Check the address, and name it under tokens.`
      return [placed({ code: 'unknown_token', message, facts: { token } }, path, scope)]
    }),
  )
}

function tokensOf(permit: Permit): readonly Address[] {
  if (permit.kind === 'leaf') return []
  const { action, boundAction } = permit
  return Object.entries(action.parameters).flatMap(([name, { kind }]) => {
    const value = boundAction.values[name]
    if (kind === 'token' && typeof value === 'string') return [value as Address]
    return kind === 'tokens' && Array.isArray(value) ? (value as readonly Address[]) : []
  })
}

function isKnownToken(token: Address, { chain, knownFacts }: EntryCheckContext): boolean {
  const isNamed = [...chain.tokens.values()].some(({ address }) => isSameAddress(address, token))
  const isCoin = isSameAddress(token, nativeAsset) || isSameAddress(token, zeroAddress)
  return (
    isNamed || isCoin || knownFacts.tokenOf(token) !== null || knownFacts.labelOf(token) !== null
  )
}

/** Approvals are shared by many entries; what they are for is not. */
function repeatDoubtsOf(
  entries: readonly ExpandedEntry[],
  scope: EntryCheckContext,
): readonly Finding[] {
  const first = new Map<string, number>()
  return entries.flatMap(({ path, permits }, index) => {
    const earlier = new Map<number, Leaf[]>()
    for (const leaf of permits.flatMap(actionLeavesOf)) {
      const key = leafKeyOf(leaf)
      const before = first.get(key)
      if (before === undefined) first.set(key, index)
      else if (before !== index) earlier.set(before, [...(earlier.get(before) ?? []), leaf])
    }
    return [...earlier].map(([before, leaves]) => {
      const place = scope.definition.locationOf(entries[before]!.path)
      const where = place === null ? `entry ${before + 1}` : `the entry of line ${place.line}`
      const count = leaves.length === 1 ? '1 leaf' : `${leaves.length} leaves`
      const message = `This entry permits what ${where} permits already: ${count}, such as ${leaves[0]!.signature} of ${leaves[0]!.target}. Leave out one of the two.`
      const facts = { leaves: leaves.length, before }
      return placed({ code: 'repeated_permission', message, facts }, path, scope)
    })
  })
}

function actionLeavesOf(permit: Permit): readonly Leaf[] {
  if (permit.kind === 'leaf') return [permit.leaf]
  const { boundAction, actor } = permit
  return boundAction.patterns.map((pattern) => leafOf(pattern, boundAction.values, actor))
}

function placed(
  { code, message, facts }: EntryDoubt,
  path: DefinitionPath,
  { definition }: EntryCheckContext,
): Finding {
  const place = definition.locationOf(path)
  const start = place === null ? '' : `Line ${place.line}: `
  const { line = null, column = null } = place ?? {}
  return warningOf(code, `${start}${message}`, { ...facts, line, column })
}
