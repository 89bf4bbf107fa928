import { BaseError } from '@vaultwright/base'
import type { HeaderField, ProvenHeader } from '@vaultwright/proof'
import { type Hardfork, hardforkAt } from '@vaultwright/registry'

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
 * @param hardfork - the rules as a witness or a caller names them; null for those of the table.
 * @throws {UnknownHardforkError} when the table does not have the chain or the hardfork.
 * @throws {HeaderNotUnderstoodError} when the header is of other rules, or has fields that are not known.
 */
export function rulesAfter(
  header: ProvenHeader,
  { chainId, hardfork }: { readonly chainId: number; readonly hardfork: string | null },
): EvmRules {
  if (header.unknownFieldCount > 0) {
    const count = header.unknownFieldCount
    const what = count === 1 ? 'a field' : `${count} fields`
    throw new HeaderNotUnderstoodError(header, `has ${what} of a newer hardfork`)
  }
  const name = hardfork ?? hardforkAt(chainId, header.timestamp + 1n)
  if (name === null) throw new UnknownHardforkError(chainId, null)
  if (!Object.hasOwn(lastFields, name)) throw new UnknownHardforkError(chainId, name)
  const expected = lastFields[name as Hardfork]
  if (header.lastField !== expected) {
    const why = `ends with ${header.lastField}, and under the rules of ${name} it ends with ${expected}`
    throw new HeaderNotUnderstoodError(header, why)
  }
  return { chainId, hardfork: name as Hardfork }
}

/** Whether a hardfork has an EIP of the list below. */
export function hasHistoryContract({ hardfork }: EvmRules): boolean {
  return hardfork !== 'cancun'
}

/** A chain's rules are not known, so that nothing can be proven of what it would do. */
export class UnknownHardforkError extends BaseError {
  override readonly code = 'unknown_hardfork'
  override readonly kind = 'unsupported'

  constructor(chainId: number, hardfork: string | null) {
    super({
      message:
        hardfork === null
          ? `The rules of chain ${chainId} are not known here, so a simulation on it cannot be proven. Use the engine node or fork.`
          : `The hardfork ${JSON.stringify(hardfork)} is not known here. Use cancun, prague or osaka, or a newer version.`,
      facts: { chainId, hardfork },
    })
  }
}

/** A header does not fit the rules by which its block is said to be made. */
export class HeaderNotUnderstoodError extends BaseError {
  override readonly code = 'header_not_understood'
  override readonly kind = 'unsupported'

  constructor({ number }: ProvenHeader, why: string) {
    super({
      message: `The header of block ${number} ${why}. Use a newer version, or the engine node or fork.`,
      facts: { block: String(number), why },
    })
  }
}
