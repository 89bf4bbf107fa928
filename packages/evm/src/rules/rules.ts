import { BaseError } from '@vaultwright/base'
import type { HeaderField, ProvenHeader } from '@vaultwright/proof'
import {
  chainOf,
  chainsWithHardforks,
  choosesHardfork,
  ethereumRulesOf,
  type Hardfork,
  hardforkAt,
  isOpStackHardfork,
  type OpStackHardfork,
  type StateFamily,
  stateFamilyOf,
  unknownUpgradeAt,
} from '@vaultwright/registry'

/** By which rules a transaction runs. */
export type EvmRules = { readonly chainId: number; readonly hardfork: Hardfork }

/** The last field of a header under each hardfork's rules. Source: EIP-4895, 4788, 7685. */
const lastFields: Readonly<Record<Hardfork, HeaderField>> = {
  cancun: 'parentBeaconBlockRoot',
  prague: 'requestsHash',
  osaka: 'requestsHash',
  canyon: 'withdrawalsRoot',
  ecotone: 'parentBeaconBlockRoot',
  fjord: 'parentBeaconBlockRoot',
  granite: 'parentBeaconBlockRoot',
  holocene: 'parentBeaconBlockRoot',
  isthmus: 'requestsHash',
  jovian: 'requestsHash',
  karst: 'requestsHash',
}

/**
 * The extra data of a header of the OP Stack: none, the parameters of the base fee behind version 0, or those with a
 * minimum behind version 1. Source: specs.optimism.io, Holocene and Jovian, execution engine.
 */
const extraDataShapes: Readonly<Record<OpStackHardfork, RegExp>> = {
  canyon: /^0x$/,
  ecotone: /^0x$/,
  fjord: /^0x$/,
  granite: /^0x$/,
  holocene: /^0x00.{16}$/,
  isthmus: /^0x00.{16}$/,
  jovian: /^0x01.{32}$/,
  karst: /^0x01.{32}$/,
}

/**
 * Finds the rules of the block after a header.
 *
 * @param hardfork - the rules as a witness or a caller names them; null for those of the table, and of a local chain
 * for those that its header shows.
 * @throws {ChainNotProvableError} when the chain is not one of Ethereum's kind, or a chain of the OP Stack without a row.
 * @throws {UnknownHardforkError} when the table does not have the chain or the hardfork, or the chain has an upgrade
 * whose rules are not known.
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
  const time = header.timestamp + 1n
  const upgrade = unknownUpgradeAt(chainId, time)
  if (upgrade !== null) throw refusalOf(chainId, upgrade)
  const listed = hardforkAt(chainId, time)
  if (listed === null) {
    const message = `The rules of chain ${chainId} are not known here at the time of block ${header.number}, so a simulation on it cannot be proven. Use the engine node or fork.`
    throw new UnknownHardforkError(message, { chainId, hardfork: null })
  }
  const name = hardfork ?? (choosesHardfork(chainId) ? hardforkShownBy(header) : listed)
  if (!Object.hasOwn(lastFields, name)) {
    const message = `The hardfork ${JSON.stringify(name)} is not known here. Use cancun, prague or osaka, or an upgrade of the OP Stack up to karst.`
    throw new UnknownHardforkError(message, { chainId, hardfork: name })
  }
  const expected = lastFields[name as Hardfork]
  if (header.lastField !== expected) {
    const reason = `ends with ${header.lastField}, and under the rules of ${name} it ends with ${expected}`
    throw new HeaderNotUnderstoodError(header, reason, 'Name the hardfork that the chain has')
  }
  if (choosesHardfork(chainId)) return { chainId, hardfork: name as Hardfork }
  if (name !== listed) throw new OtherHardforkError(name, listed)
  assertExtraData(header, listed)
  return { chainId, hardfork: listed }
}

/** The refusal of a chain that has an upgrade whose rules are not known here. */
function refusalOf(
  chainId: number,
  { name, fromUnix }: NonNullable<ReturnType<typeof unknownUpgradeAt>>,
): UnknownHardforkError {
  const day = new Date(Number(fromUnix) * 1000).toISOString().slice(0, 10)
  const chain = chainOf(chainId)?.name ?? 'The chain'
  const message = `${chain} (chain ${chainId}) has the rules of its upgrade ${name} since ${day}, and they are not known here. A simulation after that day cannot be proven: compare the engines node and fork, the fork made from another provider.`
  return new UnknownHardforkError(message, { chainId, hardfork: name })
}

/** Refuses a header whose extra data belongs to another upgrade: not every chain follows the common times. */
function assertExtraData(header: ProvenHeader, hardfork: Hardfork): void {
  if (!isOpStackHardfork(hardfork) || extraDataShapes[hardfork].test(header.extraData)) return
  throw new HeaderNotUnderstoodError(
    header,
    `has the extra data ${header.extraData}, which is not that of ${hardfork}`,
    'The chain has another upgrade than is known here. Use a newer version, or the engine node or fork',
  )
}

/** The one hardfork whose headers end as this one; a chain on one's own machine has any. */
function hardforkShownBy(header: ProvenHeader): Hardfork {
  const shown = (Object.keys(lastFields) as Hardfork[]).filter(
    (name) => !isOpStackHardfork(name) && lastFields[name] === header.lastField,
  )
  const [only] = shown
  if (shown.length === 1 && only !== undefined) return only
  throw new HardforkNotShownError(header, shown)
}

/**
 * Refuses a chain by name whose rules are not Ethereum's, nor those of the OP Stack at times that are known.
 *
 * @throws {ChainNotProvableError}
 */
export function assertProvable(chainId: number): void {
  const family = stateFamilyOf(chainId)
  if (family === 'op_stack' && chainsWithHardforks.includes(chainId)) return
  if (family !== 'ethereum') throw new ChainNotProvableError(chainId, family)
}

/** True if each block writes the hash of its parent into the history contract. Source: EIP-2935. */
export function hasHistoryContract({ hardfork }: EvmRules): boolean {
  const rules = ethereumRulesOf(hardfork)
  return rules === 'prague' || rules === 'osaka'
}

/** A chain is of another kind than Ethereum's, so that nothing can be proven of what it would do. */
class ChainNotProvableError extends BaseError {
  override readonly code = 'chain_not_provable'
  override readonly kind = 'unsupported'

  constructor(chainId: number, family: Exclude<StateFamily, 'ethereum'>) {
    const reason = {
      op_stack: 'is a rollup of the OP Stack, and no public source says when its rules changed',
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

  constructor(
    message: string,
    facts: { readonly chainId: number; readonly hardfork: string | null },
  ) {
    super({ message, facts })
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
