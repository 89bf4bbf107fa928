import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type Leaf, rulesFor } from '@vaultwright/manager'
import { type KnownFacts, leafOf, ruleBook } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { expandStrategist, type Permit } from '../expand/expansion.ts'
import { leafKeyOf } from '../expand/leaf-key.ts'
import type { Definition, DefinitionPath } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import type { ChainDefinition, StrategistDefinition } from '../schema/definition-schema.ts'
import { warningOf } from './value-doubt.ts'

/** Whose entries are looked at. */
export type EntryScope = {
  readonly definition: Definition
  readonly chain: ChainDefinition
  readonly strategist: StrategistDefinition
  readonly knownFacts: KnownFacts
}

type ExpandedEntry = { readonly path: DefinitionPath; readonly permits: readonly Permit[] }

/**
 * Finds entries of one strategist that are probably mistakes, each with its place.
 *
 * @returns warnings: `unknown_token` of a token without a name, `repeated_permission` of an entry that permits
 *   what another one does, `undecoded_function` of a leaf whose function no known decoder has.
 */
export function entryDoubtsOf(scope: EntryScope): readonly Finding[] {
  const { chain, strategist, knownFacts } = scope
  const entries = strategist.permissions.map((entry, index): ExpandedEntry => {
    const alone = { ...strategist, permissions: [entry] }
    const names = createNameBook(chain)
    const { permits } = expandStrategist({ chain, strategist: alone, names, knownFacts })
    const path = ['chains', chain.key, 'strategists', strategist.name, 'permissions', index]
    return { path, permits }
  })
  return [
    ...tokenDoubtsOf(entries, scope),
    ...repeatDoubtsOf(entries, scope),
    ...decoderDoubtsOf(entries, scope),
  ]
}

/** An address that nothing knows may be a token of another chain, or a slip of the pen. */
function tokenDoubtsOf(entries: readonly ExpandedEntry[], scope: EntryScope): readonly Finding[] {
  const seen = new Set<string>()
  return entries.flatMap(({ path, permits }) =>
    permits.flatMap(tokensOf).flatMap((token) => {
      if (seen.has(token.toLowerCase()) || isKnownToken(token, scope)) return []
      seen.add(token.toLowerCase())
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

function isKnownToken(token: Address, { chain, knownFacts }: EntryScope): boolean {
  const isNamed = [...chain.tokens.values()].some(({ address }) => isSameAddress(address, token))
  const isCoin = isSameAddress(token, nativeAsset) || isSameAddress(token, zeroAddress)
  return (
    isNamed || isCoin || knownFacts.tokenOf(token) !== null || knownFacts.labelOf(token) !== null
  )
}

/** Approvals are shared by many entries; what they are for is not. */
function repeatDoubtsOf(entries: readonly ExpandedEntry[], scope: EntryScope): readonly Finding[] {
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

/** The Manager asks the decoder first: without the function no call matches. */
function decoderDoubtsOf(entries: readonly ExpandedEntry[], scope: EntryScope): readonly Finding[] {
  return entries.flatMap(({ path, permits }) =>
    permits.flatMap((permit) => {
      if (permit.kind !== 'leaf' || rulesFor(ruleBook, permit.leaf.selector).length > 0) return []
      const { signature, selector, decoder } = permit.leaf
      const message = `No decoder that is known has the function ${signature} (${selector}), so that ${decoder} may refuse every call of this leaf. Check it with decoder check.`
      return [
        placed({ code: 'undecoded_function', message, facts: { selector, decoder } }, path, scope),
      ]
    }),
  )
}

type Doubt = {
  readonly code: string
  readonly message: string
  readonly facts: Finding['facts']
}

function placed(
  { code, message, facts }: Doubt,
  path: DefinitionPath,
  { definition }: EntryScope,
): Finding {
  const place = definition.locationOf(path)
  const start = place === null ? '' : `Line ${place.line}: `
  const { line = null, column = null } = place ?? {}
  return warningOf(code, `${start}${message}`, { ...facts, line, column })
}
