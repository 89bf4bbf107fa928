import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { entrySlot, layout, wordAt } from '../completeness/layout.ts'
import type { UnproxiedAccount } from '../model/state.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlCompleteness, ControlHints } from './request.ts'

/**
 * Slots of a Safe that are the hashes of names.
 *
 * Source: GuardManager, ModuleManager and FallbackManager of Safe.
 */
export const safeSlots = {
  handler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  moduleGuard: '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
} as const satisfies Readonly<Record<string, Hex>>

/** The account before the first and behind the last entry of a Safe's lists. */
export const listEnd: Address = '0x0000000000000000000000000000000000000001'
/** A list that is longer is not a list. */
const longestList = 200

/** The Safe behind a proxy, or why it is none. */
export type SafeReading = {
  readonly account: UnproxiedAccount
  readonly completeness: ControlCompleteness | null
}

/** Reads a Safe from its slots. @returns null if pieces are not there. */
export function readSafe(
  finder: PieceFinder,
  safe: Address,
  hints: ControlHints,
): SafeReading | null {
  const { modules, owners, signedMessages, approvedHashes, ...fields } = layout.safe
  const singleton = finder.address(safe, fields.singleton)
  const threshold = finder.number(safe, fields.threshold)
  const count = finder.number(safe, fields.ownerCount)
  const special = Object.values(safeSlots).map((slot) => finder.address(safe, slot))
  const ownerList = readList(finder, safe, owners)
  const moduleList = readList(finder, safe, modules)
  const code = singleton === null ? null : finder.code(singleton)
  if (code === null || threshold === null || count === null || special.includes(null)) return null
  const recognised = finder.recognise(code)
  if (recognised?.known.kind !== 'safe_singleton')
    return { account: { kind: 'unknown', codeHash: null }, completeness: null }
  if (ownerList === null || moduleList === null) return null
  const approvals = hints.approvals.flatMap(([contract, hash, owner]) => {
    if (contract !== safe) return []
    return owner === null
      ? [entrySlot(hash, signedMessages)]
      : [entrySlot(hash, entrySlot(owner, approvedHashes))]
  })
  const completeness = finder.explain(safe, [
    ...[fields.singleton, fields.ownerCount, fields.threshold, fields.nonce].map(wordAt),
    ...Object.values(safeSlots),
    ...[listEnd, ...ownerList].map((owner) => entrySlot(owner, owners)),
    ...[listEnd, ...moduleList].map((module) => entrySlot(module, modules)),
    ...approvals,
  ])
  if (completeness === null) return null
  const [fallbackHandler, guard, moduleGuard] = special as [Address, Address, Address]
  return {
    completeness,
    account: {
      kind: 'safe',
      version: recognised.known.name,
      threshold: Number(threshold),
      owners: ownerList,
      modules: moduleList,
      fallbackHandler,
      guard,
      moduleGuard,
      // A list that does not have as many owners as are counted hides some.
      isComplete: completeness.isComplete && BigInt(ownerList.length) === count,
    },
  }
}

/** Follows a list from its end to its end; what is not there yet ends the walk. */
function readList(finder: PieceFinder, safe: Address, slot: bigint): readonly Address[] | null {
  const list: Address[] = []
  for (let entry = listEnd; ; ) {
    const next = finder.address(safe, entrySlot(entry, slot))
    if (next === null) return null
    if (next === listEnd || next === zeroAddress) return list
    if (list.includes(next) || list.length === longestList) return list
    list.push(next)
    entry = next
  }
}
