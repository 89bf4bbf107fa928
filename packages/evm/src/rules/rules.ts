import { BaseError } from '@vaultwright/base'
import type { HeaderField, ProvenHeader } from '@vaultwright/proof'
import {
  chainOf,
  choosesHardfork,
  type Hardfork,
  hardforkAt,
  type StateFamily,
  stateFamilyOf,
} from '@vaultwright/registry'

/** By which rules a transaction runs. */
export type EvmRules = { readonly chainId: number; readonly hardfork: Hardfork }

/** The last field of a header under each hardfork's rules. Source: EIP-4788, EIP-7685. */
const lastFields: Readonly<Record<Hardfork, HeaderField>> = {
  cancun: 'parentBeaconBlockRoot',
  prague: 'requestsHash',
  osaka: 'requestsHash',
}

/**
 * Finds the rules of the block after a header.
 *
 * @param hardfork - the rules as a witness or a caller names them; null for those of the table, and of a local chain
 * for those that its header shows.
 * @throws {ChainNotProvableError} when the chain is not one of Ethereum's kind, as rollups.
 * @throws {UnknownHardforkError} when the table does not have the chain or the hardfork.
 * @throws {OtherHardforkError} when the table has another one for the time of the header.
 * @throws {HeaderNotUnderstoodError} when the header is of other rules, or has fields that are not known.
 */
export function rulesAfter(
  header: ProvenHeader,
  { chainId, hardfork }: { readonly chainId: number; readonly hardfork: string | null },
): EvmRules {
  assertProvable(chainId)
  if (header.unknownFieldCount > 0) {
    const count = header.unknownFieldCount
    const what = count === 1 ? 'a field' : `${count} fields`
    throw new HeaderNotUnderstoodError(
      header,
      `has ${what} of a newer hardfork`,
      'Use a newer version, or the engine node or fork',
    )
  }
  const listed = hardforkAt(chainId, header.timestamp + 1n)
  if (listed === null) throw new UnknownHardforkError(chainId, null)
  const name = hardfork ?? (choosesHardfork(chainId) ? hardforkShownBy(header) : listed)
  if (!Object.hasOwn(lastFields, name)) throw new UnknownHardforkError(chainId, name)
  const expected = lastFields[name as Hardfork]
  if (header.lastField !== expected) {
    const reason = `ends with ${header.lastField}, and under the rules of ${name} it ends with ${expected}`
    throw new HeaderNotUnderstoodError(header, reason, 'Name the hardfork that the chain has')
  }
  if (name !== listed && !choosesHardfork(chainId)) throw new OtherHardforkError(name, listed)
  return { chainId, hardfork: name as Hardfork }
}

/** The one hardfork whose headers end as this one; a chain on one's own machine has any. */
function hardforkShownBy(header: ProvenHeader): Hardfork {
  const shown = (Object.keys(lastFields) as Hardfork[]).filter(
    (name) => lastFields[name] === header.lastField,
  )
  const [only] = shown
  if (shown.length === 1 && only !== undefined) return only
  throw new HardforkNotShownError(header, shown)
}

/**
 * Refuses a chain of another kind than Ethereum's by name.
 *
 * @throws {ChainNotProvableError}
 */
export function assertProvable(chainId: number): void {
  const family = stateFamilyOf(chainId)
  if (family !== 'ethereum') throw new ChainNotProvableError(chainId, family)
}

/** True if each block writes the hash of its parent into the history contract. Source: EIP-2935. */
export function hasHistoryContract({ hardfork }: EvmRules): boolean {
  return hardfork !== 'cancun'
}

/** A chain is of another kind than Ethereum's, so that nothing can be proven of what it would do. */
class ChainNotProvableError extends BaseError {
  override readonly code = 'chain_not_provable'
  override readonly kind = 'unsupported'

  constructor(chainId: number, family: Exclude<StateFamily, 'ethereum'>) {
    const reason = {
      op_stack:
        'is a rollup of the OP Stack: when its rules change is not known here, and a part of its cost is charged outside of the EVM',
      arbitrum:
        'is a rollup of Arbitrum: its precompiles and Stylus contracts are not code of the EVM, and its gas has a part of the chain below',
      other_trie: "keeps its state in another tree than Ethereum's, so that proofs lead elsewhere",
      other_rules: "has rules of its own, or rules that are not known here to be Ethereum's",
    }[family]
    const name = chainOf(chainId)?.name ?? 'The chain'
    super({
      message: `${name} (chain ${chainId}) ${reason}. A simulation on it cannot be proven: compare the engines node and fork, the fork made from another provider.`,
      facts: { chainId, family },
    })
  }
}

/** A witness names other rules than the chain has at the time of its block. */
class OtherHardforkError extends BaseError {
  override readonly code = 'other_hardfork'
  override readonly kind = 'damaged_data'

  constructor(named: string, listed: string) {
    super({
      message: `The rules of ${named} are named, and the block after this one is made by those of ${listed}. Make the witness again.`,
      facts: { named, listed },
    })
  }
}

/** A chain's rules are not known, so that nothing can be proven of what it would do. */
class UnknownHardforkError extends BaseError {
  override readonly code = 'unknown_hardfork'
  override readonly kind = 'unsupported'

  constructor(chainId: number, hardfork: string | null) {
    super({
      message:
        hardfork === null
          ? `The rules of chain ${chainId} are not known here, so a simulation on it cannot be proven. Use the engine node or fork.`
          : `The hardfork ${JSON.stringify(hardfork)} is not known here. Use cancun, prague or osaka.`,
      facts: { chainId, hardfork },
    })
  }
}

/** The header of a local chain fits more hardforks than one, or none. */
class HardforkNotShownError extends BaseError {
  override readonly code = 'hardfork_not_shown'
  override readonly kind = 'unsupported'

  constructor({ number, lastField }: ProvenHeader, shown: readonly Hardfork[]) {
    const rules = shown.length === 0 ? 'no rules known here' : `the rules of ${shown.join(' and ')}`
    super({
      message: `The header of block ${number} ends with ${lastField}, which fits ${rules}: a local chain does not tell its hardfork. Name it: --hardfork.`,
      facts: { block: String(number), lastField, shown },
    })
  }
}

/** A header does not fit the rules by which its block is said to be made. */
export class HeaderNotUnderstoodError extends BaseError {
  override readonly code = 'header_not_understood'
  override readonly kind = 'unsupported'

  constructor({ number }: Pick<ProvenHeader, 'number'>, why: string, advice: string) {
    super({
      message: `The header of block ${number} ${why}. ${advice}.`,
      facts: { block: String(number), why },
    })
  }
}
