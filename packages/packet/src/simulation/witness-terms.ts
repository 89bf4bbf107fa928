import { type Address, BaseError, isSameAddress, parseHex } from '@vaultwright/base'
import { openHeader, type ProvenHeader, type Witness } from '@vaultwright/proof'
import { ethereumRulesOf, isOpStackHardfork } from '@vaultwright/registry'

/** The terms of a run that a person states, so that they are not taken from the witness; null if not stated. */
export type StatedTerms = {
  /** Unix seconds of the block that the transaction is in. */
  readonly atUnix: bigint | null
  readonly gas: bigint | null
  /** The vault whose balances are measured. */
  readonly vault: Address | null
}

/** Nothing stated: time and gas must be those that follow from the block. */
export const nothingStated: StatedTerms = { atUnix: null, gas: null, vault: null }

/** A term of a witness that its block does not give. */
export type TermFinding = {
  readonly weight: 'no' | 'incomplete' | 'note'
  readonly term: 'chain' | 'header' | 'time' | 'gas' | 'vault'
  /** One sentence or two: both values, and what to do. */
  readonly message: string
}

/** Gas that every simulation gives its transaction, and the most that a transaction may have from Osaka on. Source: EIP-7825. */
const transactionGas = 2n ** 24n
/** The rules under which a transaction may have the gas of a whole block. Source: EIP-7825. */
const uncapped: ReadonlySet<string> = new Set(['shanghai', 'cancun', 'prague'])

/**
 * Holds what the maker of a witness chose, and no proof covers, against its block: the time is one second
 * after the block's, the gas that of every simulation, unless the person states another.
 */
export function checkTerms(witness: Witness, stated: StatedTerms): readonly TermFinding[] {
  const header = headerOf(witness)
  if (header === null) {
    const message = 'Its header cannot be read, so its time and gas are not known.'
    return [{ weight: 'no', term: 'header', message }]
  }
  return [
    ...timeFindings(witness, header, stated),
    ...gasFindings(witness, header, stated),
    ...vaultFindings(witness, stated),
  ]
}

function headerOf({ header }: Witness): ProvenHeader | null {
  try {
    return openHeader(parseHex(header))
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

function timeFindings(
  { request }: Witness,
  { timestamp }: ProvenHeader,
  { atUnix }: StatedTerms,
): readonly TermFinding[] {
  const time = atUnix ?? request.timestamp
  const add = (message: string): readonly TermFinding[] => [{ weight: 'no', term: 'time', message }]
  if (time <= timestamp) {
    return add(
      `It takes the time ${time}, which is not after that of its block, ${timestamp}. Take a later time.`,
    )
  }
  if (atUnix !== null || time === timestamp + 1n) return []
  return add(
    `The witness takes the time ${time}, ${time - timestamp} seconds after its block. Its block gives ${timestamp + 1n}, one second after it: state the time yourself, or ask for a witness without one.`,
  )
}

function gasFindings(
  { request, hardfork }: Witness,
  { gasLimit }: ProvenHeader,
  stated: StatedTerms,
): readonly TermFinding[] {
  const gas = stated.gas ?? request.gas
  const add = (message: string): readonly TermFinding[] => [{ weight: 'no', term: 'gas', message }]
  if (gas > gasLimit) {
    return add(
      `It takes ${gas} gas, and the whole block has ${gasLimit}: no transaction can have it.`,
    )
  }
  const rules = isOpStackHardfork(hardfork) ? ethereumRulesOf(hardfork) : hardfork
  if (!uncapped.has(rules) && gas > transactionGas) {
    return add(
      `It takes ${gas} gas, and one transaction may have ${transactionGas} by the rules of ${hardfork}.`,
    )
  }
  if (stated.gas !== null || gas === transactionGas) return []
  return add(
    `The witness takes ${gas} gas, and a simulation gives ${transactionGas}. State the gas yourself, or ask for a witness without it.`,
  )
}

function vaultFindings(
  { request: { vault } }: Witness,
  stated: StatedTerms,
): readonly TermFinding[] {
  const add = (weight: TermFinding['weight'], message: string): readonly TermFinding[] => [
    { weight, term: 'vault', message },
  ]
  if (vault === null) {
    return add(
      'incomplete',
      'The witness measures the balances of no vault: what the vault has and lets others spend is not shown. Ask for a witness that measures it.',
    )
  }
  if (stated.vault !== null) {
    return vault === undefined || isSameAddress(vault, stated.vault)
      ? []
      : add(
          'no',
          `The simulation measures the balances of ${vault}, and the vault is ${stated.vault}. Ask for a witness that measures the vault.`,
        )
  }
  if (vault === undefined) return []
  return add(
    'incomplete',
    `The witness names the vault ${vault}, and the Manager was not asked. State the vault, or ask for a witness without it.`,
  )
}
